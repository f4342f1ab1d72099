import type { Clock } from '../../../src/core/clock.ts';

/**
 * A clock that shows the time of a test, for everything that the test starts: a fixed date together
 * with the machine's clock is right on some days only. Its sleeps never end.
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
