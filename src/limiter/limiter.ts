import type { Lifetime } from '../core/lifetime.ts';
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

/** How busy the limiter is. */
export interface LimiterUsage {
  /** Jobs waiting to be sent. */
  readonly waiting: number;
  readonly inFlight: number;
  /** How many of the window's calls are used, and how many it has. */
  readonly windowUsed: number;
  readonly windowLimit: number;
  readonly windowMs: number;
}

/** How long checks would take that do not wait yet, in milliseconds. */
export interface Estimate {
  /** Until the batch checks are all answered. */
  readonly batchMs: number;
  /** Until one more single check is sent. */
  readonly singleMs: number;
}

/** A job that waits, and who waits for it. */
type Entry = QueuedJob & Listener;

/**
 * The one limiter of the installation: in no rolling window do more than `perWindow` calls
 * ARRIVE at the service, and never are more than `concurrent` in flight (service interface, section
 * 8). A call keeps its slot until a window after its answer, while the answer goes out at once.
 * So, whatever the network does, arrival(n + perWindow) ≥ dispatch(n + perWindow) ≥ answer(n) +
 * window ≥ arrival(n) + window.
 *
 * It ends with its {@link Lifetime}. Draining: nothing more is sent, and what has not left waits.
 * Over: that is rejected with `RunEnding`. Slots keep no process alive.
 *
 *     queue, fair-queue    who is next
 *     dispatcher           when the next one may go
 *     slots                the two limits
 *     job-sender           sends, and says how long its slots stay taken
 *     halt                 nothing is sent for a while
 *     past                 the slots of what was sent before a restart
 *     forecast, announcer  what those who wait are told
 */
export class Limiter {
  /** Resolves when the run ends and nothing is in flight any more. */
  readonly drained: Promise<void>;
  readonly #limits: Limits;
  readonly #over: AbortSignal;
  readonly #slots: Slots;
  readonly #queue: JobQueue<Entry>;
  /** Finds the entry of a job that is promoted. */
  readonly #entries = new WeakMap<Job, Entry>();
  readonly #halt: Halt;
  readonly #sender: JobSender;
  readonly #dispatcher: Dispatcher;
  readonly #announcer: Announcer;
  /** Until then this process does not know what an earlier one has sent. As `Clock.elapsed()`. */
  #unknownUntil = Number.NEGATIVE_INFINITY;

  constructor({ lifetime, ...rate }: LimiterOptions) {
    const limits = limitsOf(rate);
    const update = (): void => this.#dispatcher.update();
    this.#limits = limits;
    this.#over = lifetime.over;
    this.#queue = new JobQueue<Entry>(limits.windowMs);
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
   * `send` makes exactly one call, after `confirm` of its permit has resolved.
   *
   * Resolves and rejects as `send` does, or rejects with the signal's reason. A job that has not
   * left when the run drains is rejected with `RunEnding` once the run is over.
   */
  schedule<T>(job: Job, send: (permit: SendPermit) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      job.signal.throwIfAborted();
      this.#over.throwIfAborted();
      const entry: Entry = {
        onWait: job.onWait,
        reject,
        send: () => {
          job.signal.removeEventListener('abort', cancel);
          return this.#sender.send(send, { resolve, reject });
        },
      };
      const cancel = (): void => {
        this.#queue.remove(entry);
        reject(job.signal.reason);
        this.#dispatcher.update();
      };
      job.signal.addEventListener('abort', cancel, { once: true });
      this.#enqueue(job, entry);
    });
  }

  /**
   * An account asks for the same thing as a single check: a batch job is sent when one of its
   * singles would be.
   */
  promote(job: Job, account: string): void {
    const entry = this.#entries.get(job);
    if (entry !== undefined) this.#queue.promote(entry, account);
    this.#dispatcher.update();
  }

  /**
   * Takes the slots of what was sent before a restart; all slots if that is unknown. To be called
   * before the first job.
   */
  seed(past: readonly PastSend[] | 'unknown'): void {
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
   * For `count` more batch checks of an account, and one more single check. Without an account: for
   * one with an empty queue.
   */
  estimate(count: number, account?: string): Estimate {
    const queue = this.#queue;
    const singlesBefore = queue.before('single', 1, account);
    const singleMs = this.#forecast().last({ singles: singlesBefore + 1, batches: 0 });
    if (count === 0) return { batchMs: 0, singleMs };
    const batches = queue.before('batch', count, account) + count;
    const startsInMs = this.#forecast(count).last({ singles: queue.singles, batches });
    return { batchMs: Math.round(startsInMs + this.#sender.latencyMs), singleMs };
  }

  usage(): LimiterUsage {
    return {
      waiting: this.#queue.size,
      inFlight: this.#slots.inFlight,
      windowUsed: this.#slots.used,
      windowLimit: this.#limits.perWindow,
      windowMs: this.#limits.windowMs,
    };
  }

  #enqueue(job: Job, entry: Entry): void {
    const { priority, account, list } = job;
    this.#queue.add(entry, { priority, account, list, elapsedMs: this.#elapsed() });
    this.#entries.set(job, entry);
    this.#dispatcher.update();
  }

  #rejectAll(): void {
    for (const { item } of [...this.#queue.inOrder()]) {
      this.#queue.remove(item);
      item.reject(this.#over.reason);
    }
  }

  /** @param more jobs that would wait in addition */
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
