import type { Lifetime } from '../core/lifetime/lifetime.ts';
import { Announcer, type Listener } from './announcer.ts';
import { Dispatcher, type QueuedJob } from './dispatcher.ts';
import { Forecast } from './forecast.ts';
import { Halt } from './halt.ts';
import type { Job, SendPermit } from './job.ts';
import { JobSender } from './job-sender.ts';
import { type Limits, limitsOf, type RateLimits } from './limits.ts';
import { holdsOfPast, holdsOfUnknown, type PastSend } from './past.ts';
import { JobQueue } from './queue.ts';
import { Slots } from './slots.ts';

interface LimiterOptions extends RateLimits {
  /** The run that the limiter ends with. */
  readonly lifetime: Lifetime;
}

export interface LimiterUsage {
  /** Jobs waiting to be sent. */
  readonly waiting: number;
  readonly inFlight: number;
  /** Used calls of the window, and all that it has. */
  readonly windowUsed: number;
  readonly windowLimit: number;
  readonly windowMs: number;
  /**
   * Until the window has room for the first call, in milliseconds, while the process waits since it
   * does not know what was sent before it started; otherwise undefined. `windowUsed` counts no such
   * calls.
   */
  readonly startsInMs?: number | undefined;
}

/** Time that further checks would take if they were added now, in milliseconds. */
export interface Estimate {
  /** Until all of the batch checks are answered. */
  readonly batchMs: number;
  /** Until one more single check is sent. */
  readonly singleMs: number;
}

/** A job in the queue, with its caller. */
type WaitingJob = QueuedJob & Listener;

/**
 * The only limiter of the installation. At most `perWindow` calls ARRIVE at the service in any
 * rolling window, and at most `concurrent` are in flight. A call in flight is sent and has not
 * ended; a _flight_ of `checks` also waits for its turn. A call keeps its slot until a window
 * after its answer, while its caller gets the answer immediately. So, whatever the network does,
 * arrival(n + perWindow) ≥ dispatch(n + perWindow) ≥ answer(n) + window ≥ arrival(n) + window.
 *
 * It ends with its {@link Lifetime}. While that drains, no further job is sent. Once it is over,
 * the jobs that still wait are rejected with `RunEnding`. Slots keep no process alive.
 *
 *     job                  a call that waits for its turn, and the permit that it then gets
 *     limits               the limits of the service, and what follows from them
 *     queue, fair-queue    which job is next
 *     rotation             whose turn it is
 *     dispatcher           when the next job may be sent
 *     slots                the two limits
 *     job-sender           sends a job, and decides how long it keeps its slots
 *     halt                 a time in which nothing is sent
 *     past                 the slots of calls from before a restart
 *     forecast, announcer  the position and the time that a caller learns while it waits
 */
export class Limiter {
  /** Resolves when the run drains and nothing is in flight any more. */
  readonly drained: Promise<void>;
  readonly #limits: Limits;
  readonly #over: AbortSignal;
  readonly #slots: Slots;
  readonly #queue: JobQueue<WaitingJob>;
  /** Finds the job in the queue that a caller promotes. */
  readonly #waitingJobs = new WeakMap<Job, WaitingJob>();
  readonly #halt: Halt;
  readonly #sender: JobSender;
  readonly #dispatcher: Dispatcher;
  readonly #announcer: Announcer;
  /** Until this time, calls of an unknown process may be in the window. As `Clock.elapsed()`. */
  #unknownUntil = Number.NEGATIVE_INFINITY;

  constructor({ lifetime, ...rate }: LimiterOptions) {
    const limits = limitsOf(rate);
    // The slots and the halt wake the dispatcher, which is made of them: never in this constructor.
    const update = (): void => this.#dispatcher.update();
    this.#limits = limits;
    this.#over = lifetime.over;
    this.#queue = new JobQueue<WaitingJob>(limits.windowMs);
    this.#slots = new Slots(limits, update);
    this.#halt = new Halt(limits.clock, lifetime, update);
    this.#sender = new JobSender(limits, this.#halt, lifetime);
    this.#announcer = new Announcer({
      queue: this.#queue,
      forecast: () => this.#forecast(),
      isStarting: () => this.#isStarting(),
      clock: limits.clock,
    });
    this.#dispatcher = new Dispatcher({
      queue: this.#queue,
      slots: this.#slots,
      halt: this.#halt,
      limits,
      lifetime,
      onChange: () => this.#announcer.update(),
    });
    this.drained = lifetime.whenDraining('limiter', () => this.#sender.untilIdle());
    lifetime.whenOver('jobs that wait', () => this.#rejectAll());
  }

  /**
   * Calls `makeCall` when it is the job's turn. `makeCall` makes one call, after `untilNoHalt` of
   * its permit has resolved, or gives the permit back.
   * @returns resolves as `makeCall` does
   * @throws the error of `makeCall`; the reason of the signal; {@link RunEnding} once the run is
   *   over, if it drains before the call has left
   */
  schedule<T>(job: Job, makeCall: (permit: SendPermit) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      job.signal.throwIfAborted();
      this.#over.throwIfAborted();
      const waitingJob: WaitingJob = {
        onWait: job.onWait,
        reject,
        start: () => {
          job.signal.removeEventListener('abort', cancel);
          return this.#sender.send(makeCall, { resolve, reject });
        },
      };
      const cancel = (): void => {
        this.#queue.remove(waitingJob);
        reject(job.signal.reason);
        this.#dispatcher.update();
      };
      job.signal.addEventListener('abort', cancel, { once: true });
      this.#enqueue(job, waitingJob);
    });
  }

  /**
   * Call it when another account asks for the same check as a single one. The job is then sent as
   * soon as a new single check of that account would be, but never later than before.
   */
  promote(job: Job, account: string): void {
    const waitingJob = this.#waitingJobs.get(job);
    if (waitingJob !== undefined) this.#queue.promote(waitingJob, account);
    this.#dispatcher.update();
  }

  /**
   * Takes the slots that calls from before a restart still hold; all slots if those are unknown.
   * Call it before the first job.
   */
  restore(past: readonly PastSend[] | 'unknown'): void {
    const { clock, holdMs } = this.#limits;
    const isUnknown = past === 'unknown';
    const holds = isUnknown
      ? holdsOfUnknown(this.#limits)
      : holdsOfPast(past, clock.uptime(), this.#limits);
    for (const hold of holds) this.#slots.restore(hold);
    if (!isUnknown) return;
    this.#unknownUntil = clock.elapsed() + holdMs;
    clock.later(holdMs, () => this.#announcer.updateAll(), { ref: false });
  }

  /** Sends nothing for this many milliseconds; by default for a full window. */
  halt(ms = this.#limits.windowMs): void {
    this.#halt.begin(ms);
    this.#announcer.updateAll();
  }

  /**
   * Estimates how long `count` more batch checks of an account would take, and one more single
   * check. Without an account, it assumes one that has nothing in the queue.
   */
  estimate(count: number, account?: string): Estimate {
    const queue = this.#queue;
    const singlePosition = queue.positionOfLast('single', 1, account);
    const singleMs = this.#forecast().simulateAll({ singles: singlePosition, batches: 0 });
    if (count === 0) return { batchMs: 0, singleMs };
    const batchPosition = queue.positionOfLast('batch', count, account);
    const position = { singles: queue.singles, batches: batchPosition };
    const startsInMs = this.#forecast(count).simulateAll(position);
    return { batchMs: Math.round(startsInMs + this.#sender.latencyMs), singleMs };
  }

  usage(): LimiterUsage {
    return {
      waiting: this.#queue.size,
      inFlight: this.#slots.inFlight,
      windowUsed: this.#slots.used,
      windowLimit: this.#limits.perWindow,
      windowMs: this.#limits.windowMs,
      startsInMs: this.#isStarting() ? this.#unknownUntil - this.#elapsed() : undefined,
    };
  }

  #enqueue(job: Job, waitingJob: WaitingJob): void {
    const { priority, account, group } = job;
    this.#queue.add(waitingJob, { priority, account, group, elapsedMs: this.#elapsed() });
    this.#waitingJobs.set(job, waitingJob);
    this.#dispatcher.update();
  }

  #rejectAll(): void {
    for (const { item } of [...this.#queue.inOrder()]) {
      this.#queue.remove(item);
      item.reject(this.#over.reason);
    }
  }

  /** @param more how many jobs would wait in addition */
  #forecast(more = 0): Forecast {
    const { latencyMs } = this.#sender;
    return new Forecast({
      ...this.#slots.vacancies(latencyMs),
      limits: this.#limits,
      latencyMs,
      haltedForMs: this.#halt.remainingMs,
      batchInMs: this.#dispatcher.batchInMs,
      waiting: this.#queue.size + more,
    });
  }

  #isStarting(): boolean {
    return this.#elapsed() < this.#unknownUntil;
  }

  #elapsed(): number {
    return this.#limits.clock.elapsed();
  }
}
