import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/time/clock.ts';

/** A slow clock, by which code on a busy machine still acts before a time limit. */
export function slowClock(): Clock {
  return scaledClock(1 / 100);
}

/**
 * A clock that runs `factor` times as fast as the real one, so that minutes pass in a test that
 * takes seconds. Its timers end with the test: what a test leaves under way, such as a bot that is
 * typing, would go on many times a second during all later tests.
 */
export function scaledClock(factor: number): Clock {
  const start = Date.now();
  const startedAt = performance.now();
  let isFinished = false;
  onTestFinished(() => {
    isFinished = true;
  });
  const elapsed = (): number => (performance.now() - startedAt) * factor;
  return {
    now: () => start + elapsed(),
    elapsed,
    uptime: elapsed,
    sleep: (ms, ...more) => systemClock.sleep(Math.max(0, ms) / factor, ...more),
    later: (ms, run, options) => {
      const runInTest = (): void => {
        if (!isFinished) run();
      };
      return systemClock.later(Math.max(0, ms) / factor, runInTest, options);
    },
  };
}
