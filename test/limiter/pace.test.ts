import { describe, expect, it } from 'vitest';
import type { SendPermit } from '../../src/limiter/job.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { mostWithin } from '../support/most-within.ts';
import { cases } from '../support/nightly.ts';
import { createLimiterBench, named, SLOT_MS, WINDOW_MS } from './bench.ts';

const LATENCY_MS = 300;
/** What a list of many uses of the window; the other two slots are for singles. */
const FOR_LISTS = 17;

describe('a list', () => {
  it('a list that fits into the window is sent at once on an idle bot, three checks at a time', async () => {
    const { clock, schedule, sent } = createLimiterBench();
    const list = named('a', FOR_LISTS);
    await clock.advanceUntil(Promise.all(list.map((name) => schedule(name))));
    const rounds = Math.ceil(FOR_LISTS / 3);
    expect(sent.at(-1)?.atMs).toBe((rounds - 1) * LATENCY_MS);
    expect(clock.elapsed()).toBe(rounds * LATENCY_MS);
  });

  it('a list that does not fit into the window is spread evenly over it, and leaves two slots', async () => {
    const { clock, limiter, schedule, sent } = createLimiterBench();
    let mostUsed = 0;
    const jobs = named('a', FOR_LISTS * 5 + 1).map((name) => schedule(name));
    for (const job of jobs) {
      await clock.advanceUntil(job);
      mostUsed = Math.max(mostUsed, limiter.usage().windowUsed);
    }
    const times = sent.map(({ atMs }) => atMs);
    // Without the last ones, which fit together into what is free.
    const spread = times.slice(0, -FOR_LISTS);
    expect(mostUsed).toBe(FOR_LISTS);
    expect(mostWithin(times, WINDOW_MS)).toBe(FOR_LISTS);
    expect(mostWithin(spread, WINDOW_MS / FOR_LISTS - 1)).toBe(1);
    const windows = (times.at(-1) ?? 0) / WINDOW_MS;
    expect((FOR_LISTS * 5) / windows).toBeGreaterThanOrEqual(0.97 * FOR_LISTS);
  });

  it('a list that arrives while another list waits is spread together with that list', async () => {
    const { clock, limiter, schedule, sent } = createLimiterBench();
    for (const name of named('a', 12)) void schedule(name, { account: 'ann' });
    await clock.advance(2_000);
    for (const name of named('b', 6)) void schedule(name, { account: 'bob' });
    await clock.advance(4_000);
    expect(sent).toHaveLength(12 + 1);
    await clock.advance(WINDOW_MS);
    expect(sent.length).toBe(18);
    expect(limiter.usage().waiting).toBe(0);
  });

  it.each(cases([1], [1, 2, 3, 4]))(
    'a list of 300 does not delay a single that arrives at a random moment (run %i)',
    async (seed) => {
      const { clock, schedule, sent } = createLimiterBench();
      const random = createRandom(seed);
      const cameAt = new Map<string, number>();
      const startedAt = clock.now();
      const list = named('a', 300).map((name) => schedule(name));
      while (sent.filter(({ name }) => name.startsWith('a')).length < list.length) {
        await clock.advance(8_000 + random() * 25_000);
        const name = `s${cameAt.size + 1}`;
        cameAt.set(name, clock.now() - startedAt);
        void schedule(name);
      }
      const waits = sent
        .filter(({ name }) => cameAt.has(name))
        .map(({ name, atMs }) => atMs - (cameAt.get(name) ?? Number.NaN));
      expect(waits.length).toBeGreaterThan(30);
      expect(percentile(waits, 0.95)).toBe(0);
      expect(Math.max(...waits)).toBeLessThan(2 * SLOT_MS);
      const times = sent.map(({ atMs }) => atMs);
      expect(mostWithin(times, WINDOW_MS)).toBeLessThanOrEqual(19);
    },
  );

  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [5, 3],
  ])(
    'if the operator sets a window of %i slots, a list may use %i of them',
    async (perWindow, usable) => {
      const { clock, limiter, schedule } = createLimiterBench(undefined, [], undefined, perWindow);
      for (const name of named('a', 40)) void schedule(name);
      await clock.advance(WINDOW_MS - 1);
      expect(limiter.usage().windowUsed).toBe(usable);
    },
  );

  it.each([
    ['a list gives the turns of checks that need no call to its next checks', true, 40],
    ['a list keeps its pace while no connection can be made', false, 3],
  ])('%s', async (_what, isKnown, count) => {
    const { clock, schedule, sent } = createLimiterBench();
    const send = async (permit: SendPermit): Promise<string> => {
      if (!isKnown) throw new Error('unreachable');
      permit.giveBack();
      return 'known by now';
    };
    for (const name of named('a', 40)) schedule(name, { send }).catch(() => undefined);
    await clock.advance(3 * SLOT_MS);
    expect(sent).toHaveLength(count);
  });

  it('a list begins at once after checks that needed no call, in any order of their results', async () => {
    const { clock, schedule, sent } = createLimiterBench();
    const send = async (permit: SendPermit): Promise<string> => {
      await clock.sleep(1_000);
      permit.giveBack();
      return 'known by now';
    };
    void schedule('a1', { send });
    await clock.advance(500);
    void schedule('a2', { send });
    await clock.advance(1_000);
    for (const name of named('b', 40)) void schedule(name);
    await clock.settle();
    expect(sent.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1']);
  });

  it('a list leaves one of the in-flight slots to singles, however slow the service is', async () => {
    const { clock, limiter, schedule } = createLimiterBench(() => WINDOW_MS);
    for (const name of named('a', 10)) void schedule(name);
    await clock.advance(6 * SLOT_MS);
    expect(limiter.usage()).toMatchObject({ inFlight: 3, waiting: 7 });
    void schedule('s1');
    await clock.settle();
    expect(limiter.usage()).toMatchObject({ inFlight: 4, waiting: 7 });
  });

  it.each([
    ['two people with batches', 'a', 'b1 b2 a1 a2 a3 a4'],
    ['two people with singles', 's', 't1 t2 s1 s2 s3 s4'],
  ])(
    'lists of %s take turns: the list with the fewest numbers goes first',
    async (_what, first, order) => {
      const { clock, limiter, schedule, sent } = createLimiterBench();
      const other = first === 'a' ? 'b' : 't';
      const priority = first === 'a' ? ('batch' as const) : ('single' as const);
      limiter.halt(1_000);
      for (const name of named(first, 4)) {
        void schedule(name, { account: 'ann', priority, group: name });
      }
      for (const name of named(other, 2)) {
        void schedule(name, { account: 'bob', priority, group: 'list' });
      }
      await clock.advance(WINDOW_MS);
      expect(sent.map(({ name }) => name).join(' ')).toBe(order);
    },
  );

  it('three lists of one length finish one by one, not all at the end', async () => {
    const { clock, schedule } = createLimiterBench();
    const minutes = await clock.advanceUntil(
      Promise.all(
        ['a', 'b', 'c'].map(async (list) => {
          await Promise.all(named(list, 40).map((name) => schedule(name)));
          return clock.elapsed() / WINDOW_MS;
        }),
      ),
    );
    const [first = 0, second = 0, third = 0] = minutes;
    expect(first).toBeLessThan(3.2);
    expect(second).toBeLessThan(6);
    expect(third).toBeLessThan(7.4);
  });

  it.each([
    ['another account’s', 'bob', 15],
    ['the same account’s', 'ann', 6],
  ])(
    'a long list gets each fourth turn during %s endless short lists',
    async (_whose, account, count) => {
      const { clock, schedule, sent } = createLimiterBench();
      for (const name of named('a', 60)) void schedule(name, { account: 'ann' });
      for (let half = 0; half < 20; half += 1) {
        for (const name of named(`b${half}-`, count)) {
          void schedule(name, { account, group: `b${half}` });
        }
        await clock.advance(WINDOW_MS / 2);
      }
      const long = sent.filter(({ name }) => name.startsWith('a')).length;
      expect(long / sent.length).toBeGreaterThan(0.24);
    },
  );

  it('a list gets at least one check a window while singles keep coming', async () => {
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
