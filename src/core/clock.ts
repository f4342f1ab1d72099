import { setTimeout as delay } from 'node:timers/promises';

/** The only way to time. Tests hand in one they move by hand, so that no test waits. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    signal?.throwIfAborted();
    try {
      await delay(ms, undefined, { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause;
    }
  },
};
