import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Priority } from '../../src/core/priority.ts';
import { createQueueForecast, lastOf, type Situation } from '../../src/limiter/forecast.ts';

const IDLE: Situation = {
  ...{ windowFreeIn: [0, 0, 0], inFlightFreeIn: [0, 0], pausedForMs: 0 },
  ...{ batchInMs: 0, batchEveryMs: 3_000, latencyMs: 300, holdMs: 60_500 },
};

function foretell(situation: Partial<Situation>, ranks: readonly Priority[]): number[] {
  const forecast = createQueueForecast({ ...IDLE, ...situation });
  return ranks.map((rank) => forecast.next(rank));
}

describe('the forecast of a line', () => {
  it('lets those go at once for whom both slots are free', () => {
    expect(foretell({}, ['single', 'single'])).toEqual([0, 0]);
  });

  it('makes the next one wait for an answer where all places are taken', () => {
    expect(foretell({}, ['single', 'single', 'single'])).toEqual([0, 0, 300]);
    expect(foretell({ inFlightFreeIn: [700, 500] }, ['single', 'single'])).toEqual([500, 700]);
  });

  it('makes the next one wait until the first slot is free, a hold after its answer', () => {
    expect(foretell({}, ['single', 'single', 'single', 'single', 'single'])).toEqual([
      0, 0, 300, 60_800, 60_800,
    ]);
    expect(foretell({ windowFreeIn: [9_000, 4_000, 6_000] }, ['single', 'single', 'single'])).toEqual([
      4_000, 6_000, 9_000,
    ]);
  });

  it('sends nothing before a pause is over', () => {
    expect(foretell({ pausedForMs: 7_000 }, ['single', 'batch'])).toEqual([7_000, 10_000]);
  });

  it('keeps the pace of batches, of which a single that overtakes costs one turn', () => {
    expect(foretell({ batchInMs: 1_000 }, ['batch', 'batch'])).toEqual([1_000, 4_000]);
    expect(foretell({ batchInMs: 1_000 }, ['single', 'batch', 'batch'])).toEqual([0, 4_000, 7_000]);
  });

  it('tells of the last of many what one by one would have told', () => {
    const times = (length: number) =>
      fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: length, maxLength: length });
    const situation = fc.record({
      windowFreeIn: times(3),
      inFlightFreeIn: times(2),
      pausedForMs: fc.constantFrom(0, 5_000),
      batchInMs: fc.integer({ min: 0, max: 3_000 }),
      batchEveryMs: fc.constantFrom(0, 3_000, 40_000),
      latencyMs: fc.integer({ min: 1, max: 5_000 }),
      holdMs: fc.constant(60_500),
    });
    const rank = fc.constantFrom<Priority>('single', 'batch');
    fc.assert(
      fc.property(situation, rank, fc.integer({ min: 0, max: 60 }), (start, as, count) => {
        const oneByOne = foretell(
          start,
          Array.from({ length: count }, () => as),
        );
        expect(createQueueForecast(start).last(as, count)).toBe(oneByOne.at(-1) ?? 0);
      }),
    );
  });

  it('tells so as well where the service is slower than the limit', () => {
    const slow: Situation = { ...IDLE, latencyMs: 20_000, holdMs: 100, batchEveryMs: 1_000 };
    for (const rank of ['single', 'batch'] as const) {
      const oneByOne = foretell(
        slow,
        Array.from({ length: 50 }, () => rank),
      );
      for (const count of [17, 18, 19, 30, 50])
        expect(createQueueForecast(slow).last(rank, count)).toBe(oneByOne[count - 1]);
    }
  });

  it('tells when the last is sent where batch checks follow singles', () => {
    const line: readonly Priority[] = ['single', 'single', 'batch', 'batch'];
    const [, singlesMs, , batchesMs] = foretell({}, line);
    expect(lastOf(createQueueForecast(IDLE), { singles: 2, batches: 2 })).toBe(batchesMs);
    expect(lastOf(createQueueForecast(IDLE), { singles: 2, batches: 0 })).toBe(singlesMs);
    expect(lastOf(createQueueForecast(IDLE), { singles: 0, batches: 0 })).toBe(0);
  });
});
