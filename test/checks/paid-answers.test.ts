import { describe, expect, it } from 'vitest';
import type { CheckTerms } from '../../src/checks/contract.ts';
import { sweepAnswers, sweepTables } from '../../src/store/schema/sweep.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { SETTINGS, testImei } from '../support/checks/checking.ts';
import { createQuickWorld, type QuickOptions } from '../support/checks/quick-checks.ts';
import { NOT_FOUND_BODY, QUICK_LATENCY_MS } from '../support/checks/quick-service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../support/known.ts';

const NEVER = new AbortController().signal;

const IMEI = testImei(1);
const YEAR_CACHE = {
  ...SETTINGS.cache,
  foundTtlMs: 365 * DAY_MS,
  notFoundTtlMs: 7 * DAY_MS,
  isSandbox: true,
};
const FOR_A_YEAR: QuickOptions = { settings: { cache: YEAR_CACHE } };
/** The steps of a check and of writing its answer to the cache, from the start of its process. */
const KILLED_AT = Array.from({ length: 20 }, (_, index) => index);

/** A world in which days pass, and whose cache can refuse to write. */
function createAgingWorld() {
  const world = createQuickWorld();
  const { answers } = world.store;
  const { set } = answers;
  const cache = {
    writes: true,
    error: new StoreFailed('the cache does not write') as Error,
    sets: 0,
    delayMs: 0,
  };
  answers.set = async (...entry: Parameters<typeof set>) => {
    if (!cache.writes) throw cache.error;
    // Not when the health of the store is probed.
    if (entry[0] !== 'probe') {
      cache.sets += 1;
      if (cache.delayMs > 0) await world.clock.sleep(cache.delayMs);
    }
    return set.call(answers, ...entry);
  };
  const sweepNow = async () => {
    const { clock } = world;
    await sweepTables({ sql: world.store.sql, clock, signal: NEVER });
    await sweepAnswers({ answers: world.store.answers, clock, signal: NEVER });
  };
  return {
    ...world,
    cache,
    sweepNow,
    /** Pays for an answer in a process that is killed before it is cached. */
    payUncached: async (options: QuickOptions, request?: Partial<CheckTerms>) => {
      const process = await world.start(options);
      cache.writes = false;
      const asked = process.check(IMEI, request);
      await world.clock.advance(QUICK_LATENCY_MS);
      const answer = await asked;
      process.kill();
      cache.writes = true;
      return answer;
    },
    rows: () => world.sql.look('SELECT id FROM send').length,
    /** Lets days pass, and asks a new process. Expired rows go before and after its start. */
    askAfter: async (days: number) => {
      await world.clock.advance(days * DAY_MS);
      await sweepNow();
      const next = await world.start(FOR_A_YEAR);
      await world.clock.settle();
      await sweepNow();
      const answer = await next.ask(IMEI);
      next.kill();
      return answer;
    },
  };
}

describe('a paid answer', () => {
  it.each(KILLED_AT)(
    'a paid answer whose process was killed before step %i is found after 300 days if its body was stored',
    async (step) => {
      const { clock, service, start, states, askAfter } = createAgingWorld();
      const first = await start({ ...FOR_A_YEAR, killedAt: step });
      first.check(IMEI).catch(() => undefined);
      await clock.advance(1_000);
      const wasStored = states().includes('answered');
      const sent = service.arrivals.length;
      first.kill();
      expect(await askAfter(300)).toMatchObject({ source: wasStored ? 'cache' : 'service' });
      expect(service.arrivals).toHaveLength(wasStored ? sent : sent + 1);
    },
  );

  it('a paid answer whose process was killed before it was cached also serves its type later', async () => {
    const { clock, service, start, payUncached } = createAgingWorld();
    const settings = { cache: { ...YEAR_CACHE, sharedBy: 'tac' as const } };
    await payUncached({ settings });
    const next = await start({ settings });
    await clock.settle();
    expect(await next.ask(testImei(2))).toMatchObject({ source: 'tac' });
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('a paid answer is cached as soon as the store works again, and then its send is removed', async () => {
    const { clock, store, cache, rows, start, askAfter } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    const asked = first.check(IMEI);
    await clock.advance(QUICK_LATENCY_MS / 2);
    store.fault = 'writing';
    await clock.advanceUntil(asked);
    await clock.advance(5_000);
    expect(cache.sets).toBe(0);
    store.fault = 'none';
    await clock.advance(5_000);
    expect(cache.sets).toBe(1);
    first.kill();
    expect(await askAfter(3)).toMatchObject({ source: 'cache' });
    expect(rows()).toBe(0);
  });

  it('a paid answer is moved into the cache when the cache works again', async () => {
    const { clock, cache, start, askAfter } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    cache.writes = false;
    await first.ask(IMEI);
    first.kill();
    const second = await start(FOR_A_YEAR);
    await clock.advance(5_000);
    expect(cache.sets).toBe(0);
    cache.writes = true;
    await clock.advance(5_000);
    expect(cache.sets).toBe(1);
    second.kill();
    expect(await askAfter(3)).toMatchObject({ source: 'cache' });
  });

  it('a paid answer is moved into the cache after an outage while other people get their answers', async () => {
    const { clock, cache, payUncached, start } = createAgingWorld();
    await payUncached(FOR_A_YEAR);
    cache.writes = false;
    const next = await start(FOR_A_YEAR);
    await clock.advance(1_500);
    cache.writes = true;
    cache.delayMs = 60_000;
    let isAnswered = false;
    next.check(testImei(2)).then(() => {
      isAnswered = true;
    });
    await clock.advance(5_000);
    // The one that is moved, and the new one.
    expect(cache.sets).toBe(2);
    expect(isAnswered).toBe(true);
  });

  it('a paid answer that is found in the sends is cached', async () => {
    const { clock, cache, rows, start, askAfter } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    cache.writes = false;
    // Which is not repeated, since it would come again.
    cache.error = new TypeError('a bug');
    await first.ask(IMEI);
    first.kill();
    const second = await start(FOR_A_YEAR);
    await clock.settle();
    cache.writes = true;
    expect(await second.ask(IMEI)).toMatchObject({ source: 'cache' });
    await clock.settle();
    second.kill();
    expect(await askAfter(3)).toMatchObject({ source: 'cache' });
    expect(cache.sets).toBe(1);
    expect(rows()).toBe(0);
  });

  it('a paid answer is not saved longer than other answers of its kind', async () => {
    const { service, cache, start, askAfter, rows } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    cache.writes = false;
    service.fates.push(NOT_FOUND_BODY);
    await first.ask(IMEI);
    first.kill();
    cache.writes = true;
    expect(await askAfter(6)).toMatchObject({ source: 'cache', found: false });
    expect(await askAfter(2)).toMatchObject({ source: 'service', found: true });
    await askAfter(3);
    expect(service.arrivals).toEqual([IMEI, IMEI]);
    expect(rows()).toBe(0);
  });
});

describe('a request for a fresh answer', () => {
  it('a fresh request that was accepted while the clock was ahead gets the answer paid since then', async () => {
    const { clock, service, start } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    clock.step(5 * MINUTE_MS);
    const bob = { requestId: 'test:bob', acceptedAt: clock.now(), wantsFresh: true } as const;
    const asked = first.check(IMEI, { wantsFresh: true });
    first.check(IMEI, bob).catch(() => undefined);
    await clock.advanceUntil(asked);
    first.kill();
    clock.step(-5 * MINUTE_MS);
    const next = await start(FOR_A_YEAR);
    const answer = await next.ask(IMEI, { ...bob, isRepeat: true });
    expect(answer).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
  });
});

describe('an answer that the cache has', () => {
  it('a cached answer does not replace a newer one that was paid while it was read', async () => {
    const { clock, store, start } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    await first.ask(IMEI);
    first.kill();
    const { ask, check } = await start(FOR_A_YEAR);
    const { answers } = store;
    const { get } = answers;
    answers.get = async (key) => {
      const row = await get.call(answers, key);
      await clock.sleep(60_000);
      return row;
    };
    const read = check(IMEI);
    const fresh = await ask(IMEI, { wantsFresh: true });
    await clock.advanceUntil(read);
    expect(await check(IMEI)).toMatchObject({ source: 'cache', checkedAt: fresh.checkedAt });
  });

  it.each([
    ['seven days', 7 * DAY_MS],
    ['five minutes', 5 * MINUTE_MS],
  ])(
    'a fresh answer replaces the cached one, even if the clock was %s ahead at first',
    async (_, aheadMs) => {
      const { clock, start } = createAgingWorld();
      const first = await start(FOR_A_YEAR);
      clock.step(aheadMs);
      await first.ask(IMEI);
      clock.step(-aheadMs);
      const fresh = await first.ask(IMEI, { wantsFresh: true });
      expect(fresh).toMatchObject({ source: 'service' });
      const saved = { source: 'cache', checkedAt: fresh.checkedAt };
      expect(await first.check(IMEI)).toMatchObject(saved);
      await clock.advance(HOUR_MS);
      first.kill();
      const next = await start(FOR_A_YEAR);
      await clock.settle();
      expect(await next.ask(IMEI)).toMatchObject(saved);
    },
  );

  it('an answer that the cache did not take while the clock was ahead replaces the cached one', async () => {
    const { clock, start, payUncached, askAfter } = createAgingWorld();
    const first = await start(FOR_A_YEAR);
    await first.ask(IMEI);
    first.kill();
    clock.step(7 * DAY_MS);
    const { checkedAt } = await payUncached(FOR_A_YEAR, { wantsFresh: true });
    clock.step(-7 * DAY_MS);
    await askAfter(0);
    expect(await askAfter(10)).toMatchObject({ source: 'cache', checkedAt });
  });

  it('a check in doubt leaves no answer in the cache, and its row stays for more than a day', async () => {
    const { clock, service, states, start, sweepNow } = createAgingWorld();
    const { ask } = await start(FOR_A_YEAR);
    service.fates.push('timeout');
    await expect(ask(IMEI)).rejects.toThrow('timeout');
    await clock.advance(DAY_MS);
    await sweepNow();
    expect(states()).toEqual(['doubt']);
  });

  it('a cached answer is kept in the sends no longer than a failure', async () => {
    const { clock, rows, start, sweepNow } = createAgingWorld();
    const { ask } = await start(FOR_A_YEAR);
    await ask(IMEI);
    await clock.advance(3 * DAY_MS);
    expect(rows()).toBe(1);
    await sweepNow();
    expect(rows()).toBe(0);
  });
});
