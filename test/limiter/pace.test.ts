import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/sandbox/faults/random.ts';
import { createLimiterBench, named, SLOT_MS, WINDOW_MS } from '../support/checks/limiter-bench.ts';
import { mostWithin } from '../support/recorder.ts';

describe('a batch', () => {
  it('is sent at 97 % of the limit or faster, spread evenly', async () => {
    const { clock, schedule, sent } = createLimiterBench();
    await clock.advanceUntil(Promise.all(named('a', 19 * 5 + 1).map((name) => schedule(name))));
    const times = sent.map(({ atMs }) => atMs);
    const fiveWindowsMs = (times[19 * 5] ?? 0) - (times[0] ?? 0);
    expect((5 * WINDOW_MS) / fiveWindowsMs).toBeGreaterThanOrEqual(0.97);
    expect(mostWithin(times, WINDOW_MS)).toBe(19);
    expect(mostWithin(times, SLOT_MS - 1)).toBe(1);
  });

  it.each([1, 2])(
    'lets a single that comes at a random moment start within 1.1 slots (run %i)',
    async (seed) => {
      const { clock, schedule, sent } = createLimiterBench();
      const random = createRandom(seed);
      const cameAt = new Map<string, number>();
      const startedAt = clock.now();
      const batch = named('a', 200).map((name) => schedule(name));
      while (sent.filter(({ name }) => name.startsWith('a')).length < batch.length) {
        await clock.advance(8_000 + random() * 20_000);
        const name = `s${cameAt.size + 1}`;
        cameAt.set(name, clock.now() - startedAt);
        void schedule(name);
      }

      const waits = sent.flatMap(({ name, atMs }) => atMs - (cameAt.get(name) ?? Number.NaN) || []);
      expect(cameAt.size).toBeGreaterThan(30);
      expect(percentile(waits, 0.95)).toBeLessThanOrEqual(1.1 * SLOT_MS);
      const times = sent.map(({ atMs }) => atMs);
      expect(mostWithin(times, WINDOW_MS)).toBeLessThanOrEqual(19);
    },
  );

  it('leaves one of the in-flight slots to singles, however slow the service is', async () => {
    const { clock, limiter, schedule } = createLimiterBench(() => WINDOW_MS);
    for (const name of named('a', 10)) void schedule(name);
    await clock.advance(6 * SLOT_MS);
    expect(limiter.usage()).toMatchObject({ inFlight: 3, waiting: 7 });
    void schedule('s1');
    await clock.settle();
    expect(limiter.usage()).toMatchObject({ inFlight: 4, waiting: 7 });
  });

  it.each([
    ['people in batches', 'a', 'a1 b1 a2 b2 a3 a4'],
    ['people in singles', 's', 's1 t1 s2 t2 s3 s4'],
  ])('takes turns between %s, however many somebody asks for', async (_what, first, order) => {
    const { clock, limiter, schedule, sent } = createLimiterBench();
    const other = first === 'a' ? 'b' : 't';
    const priority = first === 'a' ? ('batch' as const) : ('single' as const);
    limiter.pause(1_000);
    for (const name of named(first, 4))
      void schedule(name, { person: 'ann', priority, fairnessKey: name });
    for (const name of named(other, 2))
      void schedule(name, { person: 'bob', priority, fairnessKey: 'list' });
    await clock.advance(WINDOW_MS);
    expect(sent.map(({ name }) => name).join(' ')).toBe(order);
  });

  it('moves on by one check a window, at least, while singles keep coming', async () => {
    const { clock, schedule, sent } = createLimiterBench();
    for (const name of named('s', 19)) void schedule(name);
    await clock.settle();
    for (const name of named('a', 3)) void schedule(name);
    for (let i = 0; i < 120; i += 1) {
      void schedule(`s-late-${i}`);
      await clock.advance(SLOT_MS * 0.95);
    }
    const batchTimes = sent.filter(({ name }) => name.startsWith('a')).map(({ atMs }) => atMs);
    expect(batchTimes).toHaveLength(3);
    // A window as the next of its line, and its time among the singles.
    expect(batchTimes[0]).toBeLessThan(2.5 * WINDOW_MS);
  });
});

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
