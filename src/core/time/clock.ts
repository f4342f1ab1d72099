import { uptime } from 'node:os';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The source of time for all decisions that depend on it: limits, pauses, days, how long data is
 * kept. Tests pass a clock that they advance by hand. Only code that waits for something outside,
 * such as a socket or a child process, or that sweeps the cache of a library, uses timers of Node.
 */
export interface Clock {
  /**
   * Milliseconds since 1970, as `Date.now()`: for times that are stored, shown or compared with
   * other machines. It may be set forward or back at any moment, so never compute a duration from
   * two of these.
   */
  now(): number;
  /**
   * Milliseconds since an arbitrary moment, unaffected by corrections of the time of day: for
   * durations. Precise enough for latencies, meaningless to other processes, and may stand still
   * while the machine sleeps.
   */
  elapsed(): number;
  /**
   * Milliseconds since the machine booted, including its sleep, in steps of 10 ms on Linux.
   * Unaffected by corrections of the time of day, and the same for all processes of the machine.
   */
  uptime(): number;
  /**
   * Resolves after `ms` (25 days at most), whatever happens to the time of day. With `ref: false`
   * the sleep does not keep the process alive.
   * @throws the reason of the signal
   */
  sleep(ms: number, signal?: AbortSignal, options?: { readonly ref: boolean }): Promise<void>;
  /**
   * Calls `run`, which must not throw, after `ms` (25 days at most) and never earlier, unless the
   * returned function is called first. Cancelling it costs a fraction of aborting a sleep. `ref` as
   * for `sleep`.
   */
  later(ms: number, run: () => void, options?: { readonly ref: boolean }): () => void;
}

/**
 * 25 days. Node.js fires a longer timer after 1 ms:
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
const MAX_TIMER_MS = 2 ** 31 - 1;

const nodeTimer: Clock['later'] = (ms, run, options = { ref: true }) => {
  const timer = setTimeout(run, Math.min(ms, MAX_TIMER_MS));
  if (!options.ref) timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Makes a timer that never fires early. Timers of Node.js fire up to a millisecond early, and code
 * that then reads the clock would find that the time is not over. Exported for clocks of tests.
 * Expected of all versions: https://github.com/nodejs/node/issues/26578
 */
export function neverEarly(timer: Clock['later'], elapsed: Clock['elapsed']): Clock['later'] {
  return (ms, run, options) => {
    const dueAt = elapsed() + Math.min(ms, MAX_TIMER_MS);
    let cancel = (): void => undefined;
    const runOrWait = (): void => {
      const remainingMs = dueAt - elapsed();
      if (remainingMs > 0) cancel = timer(remainingMs, runOrWait, options);
      else run();
    };
    cancel = timer(ms, runOrWait, options);
    return () => cancel();
  };
}

const later = neverEarly(nodeTimer, () => performance.now());

/**
 * Makes the sleep of a clock from its timer. `setTimeout` of node:timers/promises would create an
 * error for each sleep that is aborted. Exported for clocks of tests.
 */
export function sleepBy(timer: Clock['later']): Clock['sleep'] {
  return (ms, signal, options) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const abort = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const cancel = timer(ms, wake, options);
      signal?.addEventListener('abort', abort, { once: true });
    });
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1_000,
  sleep: sleepBy(later),
  later,
};

/**
 * Sleeps for `ms`, or until the signal is aborted. Never rejects: callers look at the signal.
 */
export async function sleepAtMost(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  signal: AbortSignal,
  options?: { readonly ref: boolean },
): Promise<void> {
  await clock.sleep(ms, signal, options).catch(() => undefined);
}

/**
 * Whether the machine was booted more than an hour ago. Until then its time of day may be days
 * ahead, since not every machine has a battery for its clock: nothing is deleted for its age, and
 * no request ends for its own. The process may be younger, and may never become an hour old.
 */
export function isClockSet(clock: Pick<Clock, 'uptime'>): boolean {
  return clock.uptime() > HOUR_MS;
}

/** A time, read from the two clocks that other processes on this machine can also read. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the machine booted. */
  readonly uptime: number;
}

export function currentMoment(clock: Clock): Moment {
  return { at: clock.now(), uptime: clock.uptime() };
}
