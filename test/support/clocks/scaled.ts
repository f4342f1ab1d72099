import { type Clock, systemClock } from '../../../src/core/time/clock.ts';

/** A slow clock, by which code on a busy machine still acts before a time limit. */
export function slowClock(): Clock {
  return scaledClock(1 / 100);
}

/**
 * A clock that runs `factor` times as fast as the real one, so that minutes pass in a test that
 * takes seconds.
 */
export function scaledClock(factor: number): Clock {
  const start = Date.now();
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) * factor;
  return {
    now: () => start + elapsed(),
    elapsed,
    uptime: elapsed,
    sleep: (ms, ...more) => systemClock.sleep(Math.max(0, ms) / factor, ...more),
    later: (ms, ...more) => systemClock.later(Math.max(0, ms) / factor, ...more),
  };
}
