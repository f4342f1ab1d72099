import { describe, expect, it } from 'vitest';
import { createRandom } from '../../src/sandbox/random.ts';
import { createFakeClock } from '../support/clocks/fake.ts';
import { createLimiterBench, named, WINDOW_MS } from './bench.ts';

/** True within 20 %, or a second where it is about seconds. */
function comesTrue(forecastMs: number, actualMs: number): boolean {
  return Math.abs(actualMs - forecastMs) <= Math.max(0.2 * actualMs, 1_000);
}

/**
 * A limiter in the midst of its work: slots taken before a restart, singles and several batches
 * waiting.
 */
function anySituation(seed: number) {
  const random = createRandom(seed);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const clock = createFakeClock();
  const past = Array.from({ length: upTo(19) }, () => {
    const answeredAt = clock.uptime() - upTo(WINDOW_MS);
    return { sent: answeredAt - 300, answered: answeredAt };
  });
  const bench = createLimiterBench(() => 150 + upTo(500), past, clock);
  const names = [
    ...named('a', upTo(12)),
    ...named('b', upTo(8)),
    ...named('c', upTo(4)),
    ...named('s', upTo(15)),
  ];
  return { ...bench, names };
}

describe('forecasts of waits', () => {
  it.each([
    ...[1, 2, 3, 4, 5].map((seed) => [seed, 0] as const),
    ...[31, 32, 33, 34].map((seed) => [seed, 6] as const),
  ])(
    'the forecast for each waiting job comes true (situation %i, jobs of %i people)',
    async (seed, people) => {
      const { clock, schedule, sent, names } = anySituation(seed);
      const random = createRandom(seed);
      const forecasts = new Map<string, number>();
      const jobs = names.map((name) =>
        schedule(name, {
          onWait: ({ startsInMs }) => void (forecasts.has(name) || forecasts.set(name, startsInMs)),
          ...(people > 0 && { account: `account ${Math.floor(random() ** 2 * people)}` }),
        }),
      );
      await clock.advanceUntil(Promise.all(jobs));
      const all = sent.map(({ name, atMs }) => ({
        name,
        atMs,
        forecast: forecasts.get(name) ?? 0,
      }));
      expect(all.filter(({ atMs, forecast }) => !comesTrue(forecast, atMs))).toEqual([]);
    },
  );

  it.each([21, 22, 23, 41, 42])(
    'the estimate of the wait of a new single comes true (situation %i)',
    async (seed) => {
      const { clock, limiter, schedule, sent, names } = anySituation(seed);
      for (const name of [...names, ...named('s-more-', 30)]) {
        void schedule(name, { account: 'busy' });
      }
      for (const name of named('s-other-', 12)) void schedule(name, { account: name });
      await clock.settle();
      const own = limiter.estimate(0, 'busy').singleMs;
      const first = limiter.estimate(0, 'new').singleMs;
      expect(first).toBeLessThan(own / 2);
      await clock.advanceUntil(
        Promise.all([
          schedule('s-first', { account: 'new' }),
          schedule('s-last', { account: 'busy' }),
        ]),
      );
      const startOf = (wanted: string) =>
        sent.find(({ name }) => name === wanted)?.atMs ?? Number.NaN;
      expect(comesTrue(first, startOf('s-first'))).toBe(true);
      expect(comesTrue(own, startOf('s-last'))).toBe(true);
    },
  );

  it.each([
    [21, 6],
    [22, 6],
    [23, 6],
    [24, 60],
    [25, 60],
  ])(
    'the estimate of the end of a new list comes true (situation %i, list of %i)',
    async (seed, count) => {
      const { clock, limiter, schedule, names } = anySituation(seed);
      for (const name of names) void schedule(name, { account: 'busy' });
      await clock.advance(WINDOW_MS / 3);
      const [askedAt, { batchMs }] = [clock.elapsed(), limiter.estimate(count, 'new')];
      await clock.advanceUntil(
        Promise.all(named('b-new-', count).map((name) => schedule(name, { account: 'new' }))),
      );
      expect(comesTrue(batchMs, clock.elapsed() - askedAt)).toBe(true);
    },
  );

  it.each([
    ['another account’s', 'bob'],
    ['the same account’s', 'ann'],
  ])(
    'a list of 5 is done in 25 s during %s list of 300, which its estimate says',
    async (_whose, account) => {
      const { clock, limiter, schedule } = createLimiterBench();
      for (const name of named('a', 300)) void schedule(name, { account: 'ann' });
      await clock.advance(WINDOW_MS);
      const [askedAt, { batchMs }] = [clock.elapsed(), limiter.estimate(5, account)];
      await clock.advanceUntil(
        Promise.all(named('b', 5).map((name) => schedule(name, { account }))),
      );
      const tookMs = clock.elapsed() - askedAt;
      expect(tookMs).toBeLessThanOrEqual(25_000);
      expect(comesTrue(batchMs, tookMs)).toBe(true);
    },
  );

  it.each([5, 12, 17, 18, 40])(
    'the estimate of the end of a list of %i on an idle bot comes true',
    async (count) => {
      const { clock, limiter, schedule } = createLimiterBench(() => 500);
      const { batchMs } = limiter.estimate(count);
      await clock.advanceUntil(Promise.all(named('a', count).map((name) => schedule(name))));
      expect(comesTrue(batchMs, clock.elapsed())).toBe(true);
    },
  );

  it('a waiting job learns each change of its position (1 is next); a job sent at once learns none', async () => {
    const clock = createFakeClock();
    // One slot is left for the list, and the next one is free in 50 s.
    const past = [10_000, ...Array<number>(15).fill(0)].map((agoMs) => ({
      sent: clock.uptime() - agoMs,
      answered: clock.uptime() - agoMs,
    }));
    const { limiter, schedule } = createLimiterBench(undefined, past, clock);
    const places: Record<string, number[]> = { s1: [], a1: [], a2: [], a3: [] };
    const scheduleNamed = (name: string): void =>
      void schedule(name, { onWait: ({ position }) => places[name]?.push(position) });
    scheduleNamed('a1');
    await clock.settle();
    scheduleNamed('a2');
    scheduleNamed('a3');
    await clock.advance(200);
    limiter.halt(WINDOW_MS / 2);
    await clock.advance(WINDOW_MS);
    scheduleNamed('s1');
    await clock.advance(200);
    expect(places).toEqual({ s1: [], a1: [], a2: [1, 1], a3: [2, 2, 1] });
  });
});
