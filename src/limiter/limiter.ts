import type { Lifetime } from '../core/lifetime.ts';
import { type Announcer, createAnnouncer, type Listener } from './announcer.ts';
import { createDispatcher, type Dispatcher, type QueuedJob } from './dispatcher.ts';
import { createForecast, type Forecast, lastOf } from './forecast.ts';
import { type Attempts, createAttempts, type Job, type Sending } from './job.ts';
import { holdsOfPast, holdsOfUnknown, type PastSend } from './past.ts';
import { createPause, type Pause } from './pause.ts';
import { createJobQueue, type JobQueue } from './queue.ts';
import { createSlots, type Limits, type Slots } from './slots.ts';

/**
 * Timers fire early and clocks drift: a slot is held this part of the window longer (0.5 s of a
 * minute).
 */
const MARGIN = 1 / 120;
/**
 * A request without an answer may still be on its way: its slot is held half a window longer (30 s
 * of a minute).
 */
const FAILURE_HOLD = 1 / 2;

/** What the service and the client allow, and the run that the limiter ends with. */
interface LimiterOptions extends Omit<Limits, 'everyMs' | 'holdMs' | 'failureHoldMs'> {
  readonly lifetime: Lifetime;
}

/**
 * The one limiter of the installation: in no rolling window do more than `perWindow` requests
 * ARRIVE at the service, and never are more than `concurrent` in flight (service interface, section
 * 8). A request keeps its slot until a window after its answer, while the answer goes out at once.
 * So, whatever the network does, arrival(n + perWindow) ≥ dispatch(n + perWindow) ≥ answer(n) +
 * window ≥ arrival(n) + window.
 *
 * It ends with its {@link Lifetime}. Draining: nothing more is sent, and queued jobs stay queued.
 * Stopped: they are rejected with the reason of the lifetime. Slots keep no process alive.
 */
export interface Limiter {
  /** Resolves and rejects as `send` does, or rejects with the signal's reason. */
  schedule<T>(job: Job, sending: Sending<T>): Promise<T>;
  /**
   * A person asks for the same thing as a single check: a batch job is sent when a single of theirs
   * would be.
   */
  promote(job: Job, person: string): void;
  /**
   * Takes the slots of what was sent before a restart; all slots if that is unknown. To be called
   * before the first job.
   */
  seed(past: readonly PastSend[] | 'unknown'): void;
  /** Sends nothing for this many milliseconds; by default for a full window. */
  pause(ms?: number): void;
  /**
   * Milliseconds until `count` more batch checks of a person are all answered, and until one more
   * single check of theirs is sent. Without a person: for somebody with an empty queue.
   */
  estimate(count: number, person?: string): { readonly batchMs: number; readonly singleMs: number };
  usage(): LimiterUsage;
  /** Resolves when the run ends and nothing is in flight any more. */
  readonly drained: Promise<void>;
}

/** How busy the limiter is. */
export interface LimiterUsage {
  /** Jobs waiting to be sent. */
  readonly waiting: number;
  readonly inFlight: number;
  /** How many of the window's requests are used, and how many it has. */
  readonly windowUsed: number;
  readonly windowLimit: number;
  readonly windowMs: number;
}

type Entry = QueuedJob & Listener;

/** Creates the limiter of a run. */
export function createLimiter(options: LimiterOptions): Limiter {
  return new WindowLimiter(options);
}

class WindowLimiter implements Limiter {
  readonly drained: Promise<void>;
  readonly #limits: Limits;
  readonly #stopped: AbortSignal;
  readonly #slots: Slots;
  readonly #queue: JobQueue<Entry>;
  readonly #entries = new WeakMap<Job, Entry>();
  readonly #pause: Pause;
  readonly #attempts: Attempts;
  readonly #dispatcher: Dispatcher;
  readonly #announcer: Announcer;
  /** Until then this process does not know what an earlier one has sent. As `Clock.elapsed()`. */
  #unknownUntil = Number.NEGATIVE_INFINITY;

  constructor(options: LimiterOptions) {
    const { windowMs, clock, lifetime } = options;
    const { draining, stopped } = lifetime;
    const limits = limitsOf(options);
    const queue = createJobQueue<Entry>(windowMs);
    const slots = createSlots(limits);
    const pause = createPause(clock, draining, () => this.#dispatcher.update());
    const announcer = createAnnouncer(
      queue,
      () => this.#forecast(),
      () => this.#blockedBy(),
      clock,
    );
    const onChange = announcer.update;
    this.#limits = limits;
    this.#stopped = stopped;
    this.#queue = queue;
    this.#slots = slots;
    this.#pause = pause;
    this.#announcer = announcer;
    this.#attempts = createAttempts(limits, pause, lifetime);
    this.#dispatcher = createDispatcher({ queue, slots, pause, limits, draining, onChange });
    this.drained = lifetime.onDraining('limiter', this.#attempts.idle);
    stopped.addEventListener('abort', () => this.#rejectAll(), { once: true });
  }

  schedule<T>(job: Job, sending: Sending<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      job.signal.throwIfAborted();
      this.#stopped.throwIfAborted();
      const entry: Entry = {
        onWait: job.onWait,
        reject,
        send: () => {
          job.signal.removeEventListener('abort', cancel);
          return this.#attempts.make(sending, { resolve, reject });
        },
      };
      const cancel = (): void => {
        this.#queue.remove(entry, this.#elapsed());
        reject(job.signal.reason);
        this.#dispatcher.update();
      };
      job.signal.addEventListener('abort', cancel, { once: true });
      this.#enqueue(job, entry);
    });
  }

  promote(job: Job, person: string): void {
    const entry = this.#entries.get(job);
    if (entry !== undefined) this.#queue.promote(entry, person, this.#elapsed());
    this.#dispatcher.update();
  }

  seed(past: readonly PastSend[] | 'unknown'): void {
    const { clock, holdMs } = this.#limits;
    const isUnknown = past === 'unknown';
    const holds = isUnknown
      ? holdsOfUnknown(this.#limits)
      : holdsOfPast(past, clock.uptime(), this.#limits);
    for (const hold of holds) this.#slots.restore(hold);
    if (!isUnknown) return;
    this.#unknownUntil = clock.elapsed() + holdMs;
    clock.later(holdMs, this.#announcer.updateAll, { ref: false });
  }

  pause(ms = this.#limits.windowMs): void {
    this.#pause.begin(ms);
    this.#announcer.updateAll();
  }

  estimate(
    count: number,
    person?: string,
  ): { readonly batchMs: number; readonly singleMs: number } {
    const queue = this.#queue;
    const singlesBefore = queue.before('single', 1, person);
    const singleMs = lastOf(this.#forecast(), { singles: singlesBefore + 1, batches: 0 });
    if (count === 0) return { batchMs: 0, singleMs };
    const batches = queue.before('batch', count, person) + count;
    const startsInMs = lastOf(this.#forecast(), { singles: queue.singles, batches });
    return { batchMs: Math.round(startsInMs + this.#attempts.latencyMs()), singleMs };
  }

  usage(): LimiterUsage {
    return {
      waiting: this.#queue.singles + this.#queue.batches,
      inFlight: this.#slots.inFlight(),
      windowUsed: this.#slots.used(),
      windowLimit: this.#limits.perWindow,
      windowMs: this.#limits.windowMs,
    };
  }

  #enqueue(job: Job, entry: Entry): void {
    const { fairnessKey: list, person = list } = job;
    // A status call goes with the single checks.
    const priority = job.priority === 'batch' ? 'batch' : 'single';
    this.#queue.add(entry, { priority, person, list, elapsedMs: this.#elapsed() });
    this.#entries.set(job, entry);
    this.#dispatcher.update();
  }

  #rejectAll(): void {
    for (const { item } of [...this.#queue.inOrder()]) {
      this.#queue.remove(item, this.#elapsed());
      item.reject(this.#stopped.reason);
    }
  }

  #forecast(): Forecast {
    const { holdMs, everyMs } = this.#limits;
    const latencyMs = this.#attempts.latencyMs();
    return createForecast({
      ...this.#slots.vacancies(latencyMs),
      latencyMs,
      holdMs,
      batchEveryMs: everyMs,
      pausedForMs: this.#pause.leftMs(),
      batchInMs: this.#dispatcher.batchInMs(),
    });
  }

  #blockedBy(): 'start' | undefined {
    return this.#elapsed() < this.#unknownUntil ? 'start' : undefined;
  }

  #elapsed(): number {
    return this.#limits.clock.elapsed();
  }
}

/** The limits in whole milliseconds, as the clock counts. */
function limitsOf({ lifetime: _lifetime, ...options }: LimiterOptions): Limits {
  const { perWindow, windowMs } = options;
  return {
    ...options,
    everyMs: Math.floor(windowMs / perWindow),
    holdMs: windowMs + Math.ceil(windowMs * MARGIN),
    failureHoldMs: Math.ceil(windowMs * FAILURE_HOLD),
  };
}
