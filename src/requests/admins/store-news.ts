import type { Clock } from '../../core/clock.ts';

/** Who fails again so soon after it worked again counts as working only when it has worked for as long. */
const STEADY_MS = 600_000;

/** Tells which changes of the store are news: not each of those of one that fails and works again every few seconds. */
export interface StoreNews {
  /** The store fails. Returns whether admins have to be told. */
  fails(): boolean;
  /**
   * The store works again. Resolves with whether admins have to be told: at once or, where it had failed shortly before, when it
   * has worked for a while; with false if it fails again before that.
   */
  works(): Promise<boolean>;
}

export function createStoreNews(clock: Clock): StoreNews {
  let isToldToFail = false;
  /** Whether it failed again soon after it was told to work. */
  let isUnsteady = false;
  let toldToWorkMs = Number.NEGATIVE_INFINITY;
  let watch = new AbortController();
  return {
    fails: () => {
      watch.abort();
      if (isToldToFail) return false;
      isToldToFail = true;
      isUnsteady = clock.elapsed() - toldToWorkMs < STEADY_MS;
      return true;
    },
    works: async () => {
      if (!isToldToFail) return false;
      if (isUnsteady) {
        watch = new AbortController();
        const { signal } = watch;
        await clock.sleep(STEADY_MS, signal, { ref: false }).catch(() => undefined);
        if (signal.aborted) return false;
      }
      isToldToFail = false;
      toldToWorkMs = clock.elapsed();
      return true;
    },
  };
}
