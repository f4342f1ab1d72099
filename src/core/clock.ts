import { uptime } from 'node:os';

/** The only way to time. Tests hand in one they move by hand, so that no test waits. */
export interface Clock {
  /**
   * Milliseconds since 1970, as `Date.now()`: what is written down, shown and compared with other machines. An operator
   * or NTP may set it forward or back at any moment, so no duration is the difference of two of these.
   */
  now(): number;
  /**
   * Milliseconds from a moment of its own, which no correction of the time of day moves: what durations are measured by.
   * It is fine enough for latencies, means nothing to another process, and may stand still while the machine sleeps.
   */
  elapsed(): number;
  /**
   * Milliseconds since the machine was started, its sleep included, in steps of some 10 ms: no correction of the time of
   * day moves it either, and all processes of one start of the machine read the same.
   */
  uptime(): number;
  /**
   * Resolves after `ms`, however the time of day is corrected meanwhile; rejects with the signal's reason when it is
   * aborted first. With `ref: false` the sleep does not keep the process alive.
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
}

/** A timer of more (25 days) would ring after 1 ms. */
const MOST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1_000,
  // Not the sleep of node:timers/promises, which makes an error of its own for each that is left early, as most are.
  sleep: (ms, signal, { ref } = { ref: true }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      let timer: NodeJS.Timeout;
      const done = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const setTimer = (leftMs: number): void => {
        const next = (): void => (leftMs > MOST_TIMER_MS ? setTimer(leftMs - MOST_TIMER_MS) : done());
        timer = setTimeout(next, Math.min(leftMs, MOST_TIMER_MS));
        if (!ref) timer.unref();
      };
      setTimer(ms);
      signal?.addEventListener('abort', leave, { once: true });
    }),
};
