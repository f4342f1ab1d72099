import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { StoredRow } from '../../../src/store/contract.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

/** More than one portion of whatever goes through them. */
const MANY = 1_100;

async function openStore(file = ':memory:') {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const store = createSqliteStore(`sqlite://${file}`, clock);
  onTestFinished(() => store.close());
  const skip = (ms: number): void => {
    aheadMs += ms;
  };
  return { store, clock, skip };
}

async function dumped(store: { dump(): AsyncIterable<readonly StoredRow[]> }): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for await (const portion of store.dump()) rows.push(...portion);
  return rows;
}

describe('a dump', () => {
  it('has all rows, oldest first, then all answers, and nothing that has expired', async () => {
    const { store, clock, skip } = await openStore(join(await emptyDirectory(), 'bot.sqlite'));
    const rows = store.collection('rows');
    const ids = Array.from({ length: MANY }, (_, place) => `row ${(place * 7) % MANY}`);
    await Promise.all(ids.map((id) => rows.put(id, `of ${id}`)));
    const [soon, later] = [clock.now() + 1_000, clock.now() + 60_000];
    await rows.put('soon', 'x', { expiresAt: soon });
    await store.collection('others').put('later', 'x', { expiresAt: later });
    await store.keyv.set('for ever', 'one');
    await store.keyv.set('short', 'two', 1_000);
    await store.keyv.set('long', 'three', 60_000);
    expect((await dumped(store)).length).toBe(MANY + 5);
    skip(1_100);
    const found = await dumped(store);
    expect(found.slice(0, MANY)).toEqual(
      ids.map((id) => ({ collection: 'rows', id, value: `of ${id}`, expiresAt: undefined })),
    );
    expect(found.slice(MANY)).toEqual([
      { collection: 'others', id: 'later', value: 'x', expiresAt: later },
      { id: 'for ever', value: 'one', expiresAt: undefined },
      { id: 'long', value: 'three', expiresAt: expect.any(Number) },
    ]);
  });

  it('leaves out an answer as soon as its time is over', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const now = systemClock.now();
    const store = createSqliteStore(`sqlite://${file}`, { ...systemClock, now: () => now });
    onTestFinished(() => store.close());
    await store.probe();
    const answers = [0, 1].map((ms) => `('keyv:${ms}', '{"value":"v","expires":${now + ms}}')`);
    const filling = `INSERT INTO cache VALUES ${answers.join()};`;
    await (await openSqlite(file, { setUp: filling, busyTimeoutMs: 500 })).close();
    const found = (await dumped(store)).filter(({ collection }) => collection === undefined);
    expect(found).toEqual([{ id: '1', value: 'v', expiresAt: now + 1 }]);
  });

  it('leaves out what no Keyv could read', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store } = await openStore(file);
    await store.probe();
    const odd = "INSERT INTO cache VALUES ('keyv:odd', 'no JSON'), ('keyv:other', '[1]');";
    await (await openSqlite(file, { setUp: `DROP INDEX cache_expires; ${odd}`, busyTimeoutMs: 500 })).close();
    expect((await dumped(store)).filter(({ collection }) => collection === undefined)).toEqual([]);
  });
});

describe('a sweep', () => {
  const fill = async (file: string) => {
    const filling = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO rows (collection, id, value, expires) SELECT 'rows', i, hex(zeroblob(2000)), 1 FROM n;
      PRAGMA wal_checkpoint(TRUNCATE);`;
    await (await openSqlite(file, { setUp: filling, busyTimeoutMs: 500 })).close();
  };
  const pagesIn = async (file: string) => {
    const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 500 });
    const [free] = await database.all('PRAGMA freelist_count');
    await database.close();
    return Number(free?.freelist_count);
  };

  it('gives back the pages of what is gone, but for some that are filled again', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store } = await openStore(file);
    await store.probe();
    await fill(file);
    const before = (await stat(file)).size;
    expect(await store.sweep()).toBe(600);
    expect(await pagesIn(file)).toBe(256);
    await store.close();
    expect((await stat(file)).size).toBeLessThan(before - 300 * 4_096);
  });

  it('keeps those that are filled again, however often it is done', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store } = await openStore(file);
    await store.probe();
    await fill(file);
    await store.sweep();
    await store.sweep();
    expect(await pagesIn(file)).toBe(256);
  });

  it('goes on where what it has freed cannot be put into the file', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store } = await openStore(file);
    await store.probe();
    await fill(file);
    // Under its name it cannot be opened once more.
    await rename(file, `${file}.away`);
    expect(await store.sweep()).toBe(600);
  });

  it('leaves a file alone in which there is nothing to give back', async () => {
    const file = join(await emptyDirectory(), 'bot.sqlite');
    const { store } = await openStore(file);
    await store.collection('rows').put('a', 'one');
    expect(await store.sweep()).toBe(0);
    expect(await pagesIn(file)).toBe(0);
    expect(await store.collection('rows').get('a')).toBe('one');
  });
});
