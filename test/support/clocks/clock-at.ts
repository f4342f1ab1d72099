import type { Clock } from '../../../src/core/time/clock.ts';

/**
 * A clock that shows the time of a test, for what only reads it: data with fixed dates and the
 * machine's clock would fit together on some days only. All three of its times are milliseconds
 * since 1970. Its sleeps never end, also not when they are aborted, and `later` never comes. Unlike
 * the fake clock it takes over no timers, so it can be made outside of a test, and beside real work
 * such as a database.
 */
export function clockAt(now: () => number): Clock {
  return {
    now,
    elapsed: now,
    uptime: now,
    sleep: () => new Promise(() => undefined),
    later: () => () => undefined,
  };
}

/** A clock that stands still until a test moves it. */
export function createStillClock(
  start = Date.UTC(2026, 0, 15, 12),
): Clock & { pass(ms: number): void } {
  let now = start;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { ...clockAt(() => now), pass };
}
