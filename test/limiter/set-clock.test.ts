import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock } from '../support/clocks/fake.ts';
import { HOUR_MS } from '../support/known.ts';
import { createLimiterBench, named, WINDOW_MS } from './bench.ts';

const STEPS = [-HOUR_MS, HOUR_MS];

describe('while the time of day is set', () => {
  it.each(STEPS)('no slot is freed, and none is held longer (by %i ms)', async (stepMs) => {
    const { clock, schedule, sent } = createLimiterBench();
    for (const name of named('s', 20)) void schedule(name);
    await clock.advance(10_000);
    clock.step(stepMs);
    await clock.advance(WINDOW_MS - 10_000);
    expect(sent).toHaveLength(19);
    await clock.advance(1_000);
    expect(sent).toHaveLength(20);
  });

  it.each(STEPS)('a single is sent at once, the first and the next (by %i ms)', async (stepMs) => {
    const fake = createFakeClock();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { clock, schedule } = createLimiterBench(undefined, undefined, fake);
    await clock.settle();
    for (const name of named('s', 3)) {
      // The one that libraries read.
      const setTo = Date.now() + stepMs;
      vi.setSystemTime(setTo);
      await expect(clock.advanceUntil(schedule(name))).resolves.toBe(name);
      expect(Date.now() - setTo).toBeLessThan(5_000);
    }
  });
});
