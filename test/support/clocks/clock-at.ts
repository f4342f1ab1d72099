import type { Clock } from '../../../src/core/clock.ts';

/**
 * A clock that shows what a test says, for everything that the test starts: a fixed date beside the clock of the machine is
 * right on some days only. Nobody who sleeps by it wakes.
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
