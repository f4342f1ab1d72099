import { describe, expect, it } from 'vitest';
import { deferred } from '../../src/core/async/promises.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Collection, Store } from '../../src/store/contract.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { startChecking, testImei } from '../support/checks/checking.ts';

const IMEI = testImei(1);
const DAY_MS = 86_400_000;
/** The cache keeps an answer for as long as the request that paid for it may be taken up again. */
const KEPT = {
  cache: { scope: 'imei', foundTtlMs: DAY_MS, notFoundTtlMs: DAY_MS, realm: 'test', sandbox: false },
  requestMaxAgeMs: DAY_MS,
} as const;

/**
 * A store that tells what is asked to be written, in groups: what is asked for in one turn of the event loop becomes one
 * statement, and one sync of the disk. `begin` forgets what was asked for before, and holds a collection's nth write from
 * then on back until `letGo`.
 */
function watch() {
  const store = createSqliteStore('sqlite://:memory:', systemClock);
  const groups: string[][] = [];
  const { promise: free, resolve: letGo } = deferred<void>();
  let latest: string[] | undefined;
  let held = '';
  const note = (what: string): void => {
    if (latest === undefined) {
      latest = [];
      groups.push(latest);
      setImmediate(() => {
        latest = undefined;
      });
    }
    latest.push(what);
  };
  let written: string[] = [];
  const collection: Store['collection'] = (name) => {
    const rows = store.collection(name);
    const noted =
      <Given extends readonly unknown[], T>(how: string, write: (...given: Given) => Promise<T>) =>
      (...given: Given): Promise<T> => {
        note(`${how} ${name}`);
        written.push(name);
        const nth = written.filter((one) => one === name).length;
        return held === `${name} ${nth}` ? free.then(() => write(...given)) : write(...given);
      };
    const watched: Partial<Collection> = {
      insert: noted('insert', rows.insert),
      put: noted('put', rows.put),
      add: noted('add', rows.add),
      replace: noted('replace', rows.replace),
      delete: noted('delete', rows.delete),
    };
    return { ...rows, ...watched };
  };
  const set = store.keyv.set.bind(store.keyv);
  Object.assign(store.keyv, {
    set: (...answer: Parameters<typeof set>) => {
      note('answer');
      return set(...answer);
    },
  });
  const begin = (hold = ''): void => {
    groups.length = 0;
    written = [];
    held = hold;
  };
  const sql: Store['sql'] = {
    ...store.sql,
    tx: (work) => {
      note('table');
      return store.sql.tx(work);
    },
  };
  return { store: { ...store, collection, sql }, groups, begin, letGo };
}

describe('a check that is paid', () => {
  it('is written in six statements', async () => {
    const { store, begin, groups } = watch();
    const { check } = await startChecking({ store, settings: KEPT });
    begin();
    expect((await check(IMEI)).source).toBe('service');
    expect(groups).toEqual([
      ['add allowances'],
      ['put allowances'],
      // Before it leaves: that it does, and that the ledger knows.
      ['put sent-lately', 'put sent', 'put ledger-mark'],
      // Before anything is told of it: what came, and that it was paid.
      ['table', 'put sent'],
      ['answer'],
      // The answer need not stand in the ledger any more.
      ['put sent'],
    ]);
  });

  it.each([
    ['its receipt', 'allowances', 2],
    ['the ledger to let go of its answer', 'sent', 3],
  ])('does not wait for %s', async (_what, name, nth) => {
    const { store, begin, letGo } = watch();
    const { check } = await startChecking({ store, settings: KEPT });
    begin(`${name} ${nth}`);
    expect((await check(IMEI)).found).toBe(true);
    letGo();
  });

  it.each([
    ['that the day’s count', 'allowances', 1],
    ['that it is sent', 'sent', 1],
    ['the mark that vouches for it', 'ledger-mark', 1],
  ])('does not leave before %s is written', async (_what, name, nth) => {
    const { store, begin, letGo, groups } = watch();
    const { check, service } = await startChecking({ store, settings: KEPT });
    begin(`${name} ${nth}`);
    const checked = check(IMEI);
    await expect.poll(() => groups.flat().filter((what) => what.endsWith(` ${name}`))).toHaveLength(nth);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(service.arrivals).toEqual([]);
    letGo();
    expect((await checked).found).toBe(true);
  });
});
