/** The only way to time. Tests hand in one they move by hand, so that no test waits. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /**
   * Resolves after `ms`, however the time of day is corrected meanwhile; rejects with the signal's reason when it is
   * aborted first. With `ref: false` the sleep does not keep the process alive.
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not the sleep of node:timers/promises, which makes an error of its own for each that is left early, as most are.
  sleep: (ms, signal, { ref } = { ref: true }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', leave);
        resolve();
      }, ms);
      if (!ref) timer.unref();
      signal?.addEventListener('abort', leave, { once: true });
    }),
};
