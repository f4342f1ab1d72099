import type { Clock } from '../../../src/core/clock.ts';
import { systemClock } from '../../../src/core/clock.ts';

/** A clock that runs so many times faster than the real one, so that minutes pass in a test that has none. */
export function scaledClock(factor: number): Clock {
  const start = Date.now();
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) * factor;
  return {
    now: () => start + elapsed(),
    elapsed,
    uptime: elapsed,
    sleep: (ms, signal) => systemClock.sleep(Math.max(0, ms) / factor, signal),
  };
}
