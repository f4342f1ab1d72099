import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Store } from '../../../src/store/contract.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { startChecking, testImei } from '../../support/checks/checking.ts';

const IMEI = testImei(1);
const BATCH = { priority: 'batch', requestId: 'test:batch', requester: 'test:user:2' } as const;

/** A store that fails on request; `sent`: only the writing down of what is sent does. */
function createBreakableStore() {
  const store = createSqliteStore('sqlite://:memory:', systemClock);
  let broken: 'not' | 'reading' | 'sent' | 'all' = 'not';
  const failing = <T>(when: readonly string[], work: () => Promise<T>): Promise<T> =>
    when.includes(broken) ? Promise.reject(new Error('SQLITE_IOERR')) : work();
  const get: (key: string) => Promise<unknown> = store.keyv.get.bind(store.keyv);
  const set = store.keyv.set.bind(store.keyv);
  Object.assign(store.keyv, {
    get: (key: string) => failing(['reading', 'all'], () => get(key)),
    set: (key: string, value: string, ttl: number) => failing(['all'], () => set(key, value, ttl)),
  });
  const breakable: Store = {
    ...store,
    probe: () => failing(['reading', 'sent', 'all'], store.probe),
    collection: (name) => {
      const rows = store.collection(name);
      const put: typeof rows.put = (...row) =>
        failing(name === 'sent' ? ['sent', 'all'] : ['all'], () => rows.put(...row));
      const insert: typeof rows.insert = (...row) => failing(['all'], () => rows.insert(...row));
      const add: typeof rows.add = (...row) => failing(['all'], () => rows.add(...row));
      return { ...rows, put, insert, add };
    },
  };
  return {
    store: breakable,
    fail: (what: typeof broken): void => {
      broken = what;
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a store that takes nothing at all', () => {
  it('lets a person be answered: the check is paid, and the answer known for as long as the process lives', async () => {
    const { store, fail } = createBreakableStore();
    const { check, service, storeErrors } = await startChecking({ store });
    fail('all');
    expect(await check(IMEI)).toMatchObject({ found: true, source: 'service' });
    expect((await check(IMEI)).source).toBe('cache');
    expect(storeErrors).toHaveLength(1);
    expect(service.paidChecks).toHaveLength(1);
  });

  it('lets nobody have those few checks beside the day’s, once it works again', async () => {
    const { store, fail } = createBreakableStore();
    const settings = { allowance: { checksPerDay: 2, reserve: 0 } };
    const { check, checks } = await startChecking({ store, settings });
    fail('all');
    for (const serial of [1, 2]) await check(testImei(serial));
    fail('not');
    await checks.catchUp();
    await expect(check(testImei(3))).rejects.toMatchObject({ why: 'allowance', limit: 2 });
  });

  it.each(['reading', 'sent'] as const)(
    'makes a batch wait before it pays (%s), until it works',
    async (what) => {
      const { store, fail } = createBreakableStore();
      const { check, service } = await startChecking({ store });
      fail(what);
      const waiting = check(IMEI, BATCH);
      await pause(300);
      expect(service.arrivals).toHaveLength(0);
      fail('not');
      expect((await waiting).found).toBe(true);
      expect(service.paidChecks).toHaveLength(1);
    },
  );

  it.each(['reading', 'sent'] as const)(
    'makes nobody wait who asks by himself for what a batch waits for (%s)',
    async (what) => {
      const { store, fail } = createBreakableStore();
      const { check, service, checks } = await startChecking({
        store,
        sandbox: { delay: 700 },
        settings: { limits: { concurrent: 1, perWindow: 100, windowMs: 1_000 } },
      });
      const first = check(testImei(2));
      await expect.poll(() => service.arrivals.length).toBe(1);
      const waiting = check(IMEI, BATCH);
      await expect.poll(() => checks.limiter.usage().waiting).toBe(1);
      fail(what);
      await first;
      await pause(100);
      expect((await check(IMEI)).found).toBe(true);
      expect((await waiting).found).toBe(true);
      expect(service.paidChecks).toEqual([testImei(2), IMEI]);
    },
  );

  it('lets go of a batch that is cancelled while it waits', async () => {
    const { store, fail } = createBreakableStore();
    const { check, service } = await startChecking({ store });
    fail('sent');
    const cancelling = new AbortController();
    const waiting = check(IMEI, { ...BATCH, signal: cancelling.signal });
    await pause(100);
    cancelling.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    fail('not');
    await pause(50);
    expect(service.arrivals).toHaveLength(0);
  });
});
