import { beforeEach, describe, expect, it } from 'vitest';
import type { Wait } from '../../src/limiter/announcer.ts';
import { testImei } from '../support/checks/checking.ts';
import { createQuickWorld, type QuickWorld } from '../support/checks/quick-checks.ts';

const [IMEI, OTHER] = [testImei(1), testImei(2)];

let world: QuickWorld;

beforeEach(() => {
  world = createQuickWorld();
});

describe('while the store fails', () => {
  it.each([
    ['at writing', ['writing']],
    ['at all', ['reading', 'writing']],
  ] as const)(
    '%s, nothing is paid, who asks reads that it waits, and it goes on by itself',
    async (_at, at) => {
      const { clock, store, service } = world;
      const { check, checks, storeErrors } = await world.start();
      store.fail(at);
      const waits: Wait[] = [];
      const asked = [
        check(IMEI, { onWait: (wait) => waits.push(wait) }),
        check(OTHER, { priority: 'batch' }),
      ];
      await clock.advance(60_000);
      expect(service.arrivals).toEqual([]);
      expect(waits.at(-1)).toMatchObject({ blockedBy: 'store' });
      expect(storeErrors).toHaveLength(1);
      expect(checks.limiter.usage()).toMatchObject({ windowUsed: 0, inFlight: 0 });
      store.fail([]);
      const answers = await clock.advanceUntil(Promise.all(asked));
      expect(answers.map(({ source }) => source)).toEqual(['service', 'service']);
      expect(service.arrivals.toSorted()).toEqual([IMEI, OTHER].toSorted());
    },
  );

  it('kept answers still come, and who waits may leave', async () => {
    const { clock, store } = world;
    const { check } = await world.start();
    await clock.advanceUntil(check(IMEI));
    store.fail(['reading', 'writing']);
    expect(await check(IMEI)).toMatchObject({ source: 'cache' });
    const leaving = new AbortController();
    const left = expect(check(OTHER, { signal: leaving.signal })).rejects.toBe('gone');
    await clock.advance(3_000);
    leaving.abort('gone');
    await left;
  });

  it('the answer of what had left is given at once, and is written down afterwards', async () => {
    const { clock, store, service } = world;
    const { check } = await world.start();
    const asked = check(IMEI);
    await clock.advance(100);
    store.fail(['reading', 'writing']);
    expect(await clock.advanceUntil(asked)).toMatchObject({ source: 'service' });
    expect(world.states()).toEqual(['open']);
    expect(await check(IMEI)).toMatchObject({ source: 'cache' });
    store.fail([]);
    await clock.advance(20_000);
    expect(world.states()).toEqual(['answered']);
    const next = await world.start();
    expect(await clock.advanceUntil(next.check(IMEI))).toMatchObject({ source: 'cache' });
    expect(service.arrivals).toEqual([IMEI]);
  });

  it('a failure that could not be written down at once is, and keeps nobody from another try', async () => {
    const { clock, store, service } = world;
    const { check, checks } = await world.start();
    service.fates.push('timeout');
    const asked = expect(check(IMEI)).rejects.toMatchObject({ code: 'timeout' });
    await clock.advance(100);
    store.fail(['writing']);
    await clock.advance(1_000);
    await asked;
    const again = check(IMEI);
    await clock.advance(5_000);
    expect(service.arrivals).toHaveLength(1);
    store.fail([]);
    expect(await clock.advanceUntil(again)).toMatchObject({ source: 'service' });
    await clock.advance(2_000);
    expect(world.states()).toEqual(['doubt', 'answered']);
    expect((await checks.usage()).today).toEqual({ paid: 1, saved: 0, inDoubt: 1 });
  });
});

describe('what is written', () => {
  it('of a paid check are two commits of the sends; all else goes with the next one', async () => {
    const { clock } = world;
    let commits = 0;
    const { tx } = world.store.sql;
    Object.assign(world.store.sql, {
      tx: (...asked: Parameters<typeof tx>) => {
        if (asked[1] === undefined) commits += 1;
        return tx(...asked);
      },
    });
    const { check } = await world.start();
    commits = 0;
    await clock.advanceUntil(check(IMEI));
    await check(IMEI);
    await clock.advance(3_600_000);
    expect(commits).toBe(2);
  });
});
