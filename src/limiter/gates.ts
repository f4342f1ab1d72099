import { deferred, untilAborted } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';

/** A period in which nothing is sent. */
export interface Pause {
  readonly active: boolean;
  /** Milliseconds until it ends; 0 if none is active. */
  leftMs(): number;
  /** Begins a pause, or prolongs the active one. */
  begin(ms: number): void;
  /** Resolves when no pause is active; rejects with the signal's reason if it is aborted before. */
  over(signal?: AbortSignal): Promise<void>;
  /** Registers the function that is called when a pause has ended. */
  watch(onEnd: () => void): void;
  /** Ends the pause at once. */
  stop(): void;
}

export function createPause(clock: Clock): Pause {
  const stopped = new AbortController();
  let active = 0;
  let until = 0;
  let onEnd = (): void => undefined;
  const waiting = new Set<() => void>();
  const end = (): void => {
    active -= 1;
    if (active > 0) return;
    for (const resume of waiting) resume();
    waiting.clear();
    onEnd();
  };
  return {
    get active() {
      return active > 0;
    },
    leftMs: () => (active > 0 ? Math.max(until - clock.elapsed(), 0) : 0),
    begin: (ms) => {
      active += 1;
      until = Math.max(until, clock.elapsed() + ms);
      // A pause that is stopped has ended as well.
      clock.sleep(ms, stopped.signal).then(end, end);
    },
    over: async (signal) => {
      if (active === 0) return;
      const { promise: ended, resolve: resume } = deferred<void>();
      waiting.add(resume);
      await (signal === undefined ? ended : untilAborted(ended, signal)).finally(() =>
        waiting.delete(resume),
      );
    },
    watch: (listener) => {
      onEnd = listener;
    },
    stop: () => stopped.abort(),
  };
}

/** A batch check that has passed the gate. */
interface PassedBatch {
  /** To be called when it is sent. */
  sent(): void;
  /** To be called when its answer has come, or when it was not sent after all. */
  ended(): void;
}

/** Spaces batch checks evenly over the window, with room for single checks between them. */
export interface BatchGate {
  /** Whether a batch check may be sent now. */
  readonly open: boolean;
  /** Milliseconds until the spacing allows the next one. */
  waitMs(): number;
  /** Lets one through. Nothing else passes until it is sent or has ended. */
  pass(): PassedBatch;
  /** To be called when a single check is sent while a batch check waits. */
  overtaken(): void;
}

export interface BatchGateSettings {
  readonly everyMs: number;
  readonly windowMs: number;
  /** Most requests in flight. Batches leave one of them free, so that a slow service does not keep single checks waiting. */
  readonly concurrent: number;
  readonly clock: Clock;
}

export function createBatchGate({ everyMs, windowMs, concurrent, clock }: BatchGateSettings): BatchGate {
  const most = Math.max(concurrent - 1, 1);
  let nextAt = Number.NEGATIVE_INFINITY;
  /** Whether one has passed and is not sent yet. Only once it is sent is it certain that it counts. */
  let isPassing = false;
  let inFlight = 0;

  const waitMs = (): number => Math.max(nextAt - clock.elapsed(), 0);
  const takeTurn = (): void => {
    // However many single checks overtake, a batch check is sent within a window.
    nextAt = clock.elapsed() + Math.min(waitMs() + everyMs, windowMs);
  };
  return {
    get open() {
      return !isPassing && inFlight < most && waitMs() === 0;
    },
    waitMs,
    pass: () => {
      let wasSent = false;
      isPassing = true;
      return {
        sent: () => {
          wasSent = true;
          isPassing = false;
          inFlight += 1;
          takeTurn();
        },
        ended: () => {
          if (wasSent) inFlight -= 1;
          else isPassing = false;
        },
      };
    },
    // The batch gives up a turn, so that both together do not use up the window before its end.
    overtaken: takeTurn,
  };
}
