import { uptime } from 'node:os';

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds of a day, as UTC counts them. */
export const DAY_MS = 24 * HOUR_MS;

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
   * Calls `run`, which must not throw, after `ms` (25 days at most), unless the returned function is called first. For what mostly does not come
   * to pass: cancelling it costs a fraction of what a sleep costs that is aborted. `ref` as for `sleep`.
   */
  later(ms: number, run: () => void, options?: { readonly ref: boolean }): () => void;
}

/** Node fires a timer of more than this (25 days) after 1 ms. */
const MOST_TIMER_MS = 2 ** 31 - 1;

const later: Clock['later'] = (ms, run, options = { ref: true }) => {
  const timer = setTimeout(run, Math.min(ms, MOST_TIMER_MS));
  if (!options.ref) timer.unref();
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

/** When something happened, by the two clocks that other processes on this machine can also read. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the machine booted; undefined if another process has told only the time of day. */
  readonly uptime?: number | undefined;
}

/** The present moment. */
export interface Now extends Moment {
  /** Milliseconds since the machine booted. */
  readonly uptime: number;
}

/** Reads both clocks. */
export function momentOf(clock: Clock): Now {
  return { at: clock.now(), uptime: clock.uptime() };
}

/**
 * The least number of milliseconds that have passed since then. The time of day may have been set since, so it counts only
 * as far as the uptime confirms it.
 */
export function elapsedSince(then: Moment, now: Now): number {
  // A moment in the future means that the clock was set back; it counts as now.
  const byTimeOfDay = Math.max(now.at - then.at, 0);
  if (then.uptime === undefined) return byTimeOfDay;
  // After a reboot only the new uptime counts.
  const byUptime = now.uptime >= then.uptime ? now.uptime - then.uptime : now.uptime;
  return Math.min(byTimeOfDay, byUptime);
}

/** For what may take long to mend: grow to ten minutes. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param failures how many attempts failed before the latest one
 * @param pausesMs one pause for each failure; the last one repeats
 */
export function pauseAfter(failures: number, pausesMs: readonly number[] = PAUSES_MS): number {
  return pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
}
