import { uptime } from 'node:os';

/** The only source of time. Tests pass one they advance by hand, so that no test waits. */
export interface Clock {
  /**
   * Milliseconds since 1970, as `Date.now()`: for what is persisted, shown or compared with other machines. An operator or
   * NTP may set it forward or back at any moment, so a duration is never computed as the difference of two of these.
   */
  now(): number;
  /**
   * Milliseconds since an arbitrary moment, unaffected by corrections of the time of day: for durations. Precise enough for
   * latencies, meaningless to other processes, and may stand still while the machine sleeps.
   */
  elapsed(): number;
  /**
   * Milliseconds since the machine booted, including its sleep, in steps of some 10 ms. Unaffected by corrections of the
   * time of day, and the same for all processes until the next boot.
   */
  uptime(): number;
  /**
   * Resolves after `ms`, whatever happens to the time of day; rejects with the signal's reason if it is aborted first. With
   * `ref: false` the sleep does not keep the process alive.
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
  /**
   * Calls `run`, which must not throw, after `ms`, unless the returned function is called first. For what mostly does not come
   * to pass: cancelling it costs a fraction of what a sleep costs that is aborted. `ref` as for `sleep`.
   */
  later(ms: number, run: () => void, options?: { readonly ref: boolean }): () => void;
}

/** Node fires a timer of more than this (25 days) after 1 ms. */
const MOST_TIMER_MS = 2 ** 31 - 1;

const later: Clock['later'] = (ms, run, { ref } = { ref: true }) => {
  let timer: NodeJS.Timeout;
  const setTimer = (leftMs: number): void => {
    const next = (): void => (leftMs > MOST_TIMER_MS ? setTimer(leftMs - MOST_TIMER_MS) : run());
    timer = setTimeout(next, Math.min(leftMs, MOST_TIMER_MS));
    if (!ref) timer.unref();
  };
  setTimer(ms);
  return () => clearTimeout(timer);
};

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1_000,
  // Not the sleep of node:timers/promises: it creates an error for each sleep that ends early, which most do.
  sleep: (ms, signal, options) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let cancel = (): void => undefined;
      const leave = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const done = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      cancel = later(ms, done, options);
      signal?.addEventListener('abort', leave, { once: true });
    }),
  later,
};
