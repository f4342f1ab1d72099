import { setTimeout as delay } from 'node:timers/promises';

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
  sleep: async (ms, signal, { ref } = { ref: true }) => {
    signal?.throwIfAborted();
    try {
      await delay(ms, undefined, { signal, ref });
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause;
    }
  },
};
