import { createAnnouncer, type Listener } from './announcer.ts';
import { createDispatcher, type QueuedJob } from './dispatcher.ts';
import { createForecast, type Forecast, lastOf } from './forecast.ts';
import { createAttempts, type Job, type Sending } from './job.ts';
import { holdsOfPast, holdsOfUnknown, type PastSend } from './past.ts';
import { createPause } from './pause.ts';
import { createJobQueue } from './queue.ts';
import { createSlots, type Limits } from './slots.ts';

/** Timers fire early and clocks drift: a slot is held this part of the window longer (0.5 s of a minute). */
const MARGIN = 1 / 120;
/** A request without an answer may still be on its way: its slot is held half a window longer (30 s of a minute). */
const FAILURE_HOLD = 1 / 2;

type LimiterOptions = Omit<Limits, 'everyMs' | 'holdMs' | 'failureHoldMs'>;

/**
 * The one limiter of the installation: in no rolling window do more than `perWindow` requests ARRIVE at the service,
 * and never are more than `concurrent` in flight (service interface, section 8). A request keeps its slot until a window
 * after its answer, while the answer goes out at once. So, whatever the network does,
 * arrival(n + perWindow) ≥ dispatch(n + perWindow) ≥ answer(n) + window ≥ arrival(n) + window.
 */
export interface Limiter {
  /** Resolves and rejects as `send` does, or rejects with the signal's reason. */
  schedule<T>(job: Job, sending: Sending<T>): Promise<T>;
  /** A person asks for the same thing as a single check: a batch job is sent when a single of theirs would be. */
  promote(job: Job, person: string): void;
  /** Takes the slots of what was sent before a restart; all slots if that is unknown. To be called before the first job. */
  seed(past: readonly PastSend[] | 'unknown'): void;
  /** Sends nothing for this many milliseconds; by default for a full window. */
  pause(ms?: number): void;
  /**
   * Milliseconds until `count` more batch checks of a person are all answered, and until one more single check of theirs is
   * sent. Without a person: for somebody with an empty queue.
   */
  estimate(count: number, person?: string): { readonly batchMs: number; readonly singleMs: number };
  usage(): LimiterUsage;
  /** Sends nothing more; queued jobs stay queued. Resolves when nothing is in flight. Does not keep the process alive. */
  drain(): Promise<void>;
  /** Rejects all queued jobs with an `AbortError`. Slots are not waited for, and do not keep the process alive. */
  stop(): void;
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

export function createLimiter(options: LimiterOptions): Limiter {
  const { perWindow, windowMs, clock } = options;
  const limits = limitsOf(options);
  const stopped = new AbortController();
  let isDraining = false;
  const slots = createSlots(limits);
  const queue = createJobQueue<Entry>(windowMs);
  const entries = new WeakMap<Job, Entry>();
  const pause = createPause(clock, () => dispatcher.update());
  let unknownUntil = Number.NEGATIVE_INFINITY;
  const attempts = createAttempts(limits, pause, stopped.signal, () => isDraining);
  const forecastNow = (): Forecast => {
    const latencyMs = attempts.latencyMs();
    const { holdMs, everyMs } = limits;
    return createForecast({
      ...slots.vacancies(latencyMs),
      ...{ latencyMs, holdMs, batchEveryMs: everyMs },
      ...{ pausedForMs: pause.leftMs(), batchInMs: dispatcher.batchInMs() },
    });
  };
  const blockedBy = () => (clock.elapsed() < unknownUntil ? 'start' : undefined);
  const announcer = createAnnouncer(queue, forecastNow, blockedBy, clock);
  const dispatcher = createDispatcher(queue, slots, pause, limits, announcer.update);
  return {
    schedule: (job, sending) =>
      new Promise((resolve, reject) => {
        job.signal.throwIfAborted();
        stopped.signal.throwIfAborted();
        const entry: Entry = {
          onWait: job.onWait,
          reject,
          send: () => {
            job.signal.removeEventListener('abort', cancel);
            return attempts.make(sending, { resolve, reject });
          },
        };
        function cancel(): void {
          queue.remove(entry, clock.elapsed());
          reject(job.signal.reason);
          dispatcher.update();
        }
        job.signal.addEventListener('abort', cancel, { once: true });
        const { fairnessKey: list, person = list } = job;
        const priority = job.priority === 'batch' ? 'batch' : 'single';
        queue.add(entry, { priority, person, list, elapsedMs: clock.elapsed() });
        entries.set(job, entry);
        dispatcher.update();
      }),
    promote: (job, person) => {
      const entry = entries.get(job);
      if (entry !== undefined) queue.promote(entry, person, clock.elapsed());
      dispatcher.update();
    },
    seed: (past) => {
      const holds =
        past === 'unknown' ? holdsOfUnknown(limits) : holdsOfPast(past, clock.uptime(), limits);
      for (const hold of holds) slots.restore(hold);
      if (past !== 'unknown') return;
      unknownUntil = clock.elapsed() + limits.holdMs;
      clock.later(limits.holdMs, announcer.updateAll, { ref: false });
    },
    pause: (ms = windowMs) => {
      pause.begin(ms);
      announcer.updateAll();
    },
    estimate: (count, person) => {
      const singles = queue.singles;
      const before = queue.before('single', 1, person);
      const singleMs = lastOf(forecastNow(), { singles: before + 1, batches: 0 });
      if (count === 0) return { batchMs: 0, singleMs };
      const batches = queue.before('batch', count, person) + count;
      const startsInMs = lastOf(forecastNow(), { singles, batches });
      return { batchMs: Math.round(startsInMs + attempts.latencyMs()), singleMs };
    },
    usage: () => ({
      waiting: queue.singles + queue.batches,
      inFlight: slots.inFlight(),
      windowUsed: slots.used(),
      windowLimit: perWindow,
      windowMs,
    }),
    drain: async () => {
      isDraining = true;
      dispatcher.stop();
      pause.stop();
      await attempts.idle();
    },
    stop: () => {
      stopped.abort(new DOMException('The limiter was stopped.', 'AbortError'));
      for (const { item } of [...queue.inOrder()]) {
        queue.remove(item, clock.elapsed());
        item.reject(stopped.signal.reason);
      }
      dispatcher.stop();
      pause.stop();
    },
  };
}

/** The limits in whole milliseconds, as the clock counts. */
function limitsOf(options: LimiterOptions): Limits {
  const { perWindow, windowMs } = options;
  return {
    ...options,
    everyMs: Math.floor(windowMs / perWindow),
    holdMs: windowMs + Math.ceil(windowMs * MARGIN),
    failureHoldMs: Math.ceil(windowMs * FAILURE_HOLD),
  };
}
