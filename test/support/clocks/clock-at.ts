import type { Clock } from '../../../src/core/clock.ts';

/**
 * A clock that shows the time of a test, for what only reads it: a fixed date together with the
 * machine's clock is right on some days only. Its sleeps never end. Unlike the fake clock it takes
 * over no timers, so it can be made outside of a test, and beside real work such as a database.
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
