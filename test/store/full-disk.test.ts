import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAnswerCache } from '../../src/checks/lookup/cache.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteConnection } from '../../src/store/sqlite/connection.ts';
import { troubleOf } from '../../src/store/sqlite/database.ts';
import { createSqliteRows } from '../../src/store/sqlite/rows.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { testImei } from '../support/checks/checking.ts';
import { readRaw } from '../support/checks/reading.ts';

async function temporaryFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-full-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, 'bot.sqlite');
}

async function connectionTo(file: string) {
  const connection = createSqliteConnection(
    { url: `sqlite://${file}`, file, busyTimeoutMs: 100 },
    systemClock,
  );
  onTestFinished(() => connection.close());
  return connection;
}

describe('a full disk', () => {
  it('is told as what it is, leaves what can be read, and is over when there is room', async () => {
    const connection = await connectionTo(await temporaryFile());
    const rows = createSqliteRows({ ...connection, sql: createSqliteSql(connection) }, systemClock);
    const some = rows.collection('some');
    await some.put('before', '1');
    // SQLite fails as on a full disk when a file may not become larger.
    const setMost = (pages: string) =>
      connection.guard(({ database }) => database.run(`PRAGMA max_page_count = ${pages}`));
    await setMost('1');
    const large = 'x'.repeat(100_000);
    const refused = await Promise.allSettled([some.put('a', large), some.put('b', large)]);
    const errors = refused.map((one) => (one.status === 'rejected' ? troubleOf(one.reason) : 'written'));
    expect(errors).toEqual(['full', 'full']);
    expect(await some.get('before')).toBe('1');
    expect(await some.get('a')).toBeUndefined();
    await setMost('1000000');
    await some.put('a', large);
    expect(await some.get('a')).toBe(large);
  });

  it('is told to whoever watches the store', async () => {
    const told: string[] = [];
    const store = createSqliteStore('sqlite://:memory:', systemClock);
    onTestFinished(() => store.close());
    const health = createStoreHealth({
      store,
      clock: systemClock,
      onFailing: (_, trouble) => told.push(trouble),
      onHealed: () => undefined,
    });
    onTestFinished(() => health.stop());
    health.report(Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' }));
    expect(told).toEqual(['full']);
  });
});

it.each([
  ['SQLITE_BUSY', 'held'],
  ['SQLITE_BUSY_SNAPSHOT', 'held'],
  ['SQLITE_IOERR', 'broken'],
  ['ECONNREFUSED', 'broken'],
])('tells %s as a store that is %s', (code, trouble) => {
  expect(troubleOf(Object.assign(new Error(code), { code }))).toBe(trouble);
});

describe('what a store acknowledges', () => {
  it('is synced to the disk by both connections: a loss of power takes nothing of it', async () => {
    const connection = await connectionTo(await temporaryFile());
    const [rows, answers] = await connection.guard(async ({ database, cache }) => [
      await database.all('PRAGMA synchronous'),
      await cache.query('PRAGMA synchronous'),
    ]);
    expect([rows, answers]).toEqual([[{ synchronous: 2 }], [{ synchronous: 2 }]]);
  });

  it('goes when its time is over: an answer does not stay for ever', async () => {
    const now = { at: Date.now() };
    const store = createSqliteStore('sqlite://:memory:', { ...systemClock, now: () => now.at });
    onTestFinished(() => store.close());
    const settings = {
      scope: 'imei',
      realm: 'test',
      sandbox: false,
      foundTtlMs: 60_000,
      notFoundTtlMs: 60_000,
    } as const;
    const seal = createSeal('0123456789abcdef'.repeat(4));
    const cache = createAnswerCache({
      ...{ read: readRaw, keyv: store.keyv, seal, clock: systemClock },
      requestMaxAgeMs: 60_000,
      settings,
    });
    const raw = {
      reader: 'device-identity',
      httpStatus: 200,
      body: JSON.stringify({ imei: testImei(1), brand: 'NOKIA', model: '3310' }),
    };
    await cache.put(testImei(1), raw, { answer: { found: false }, checkedAt: now.at });
    now.at += 59_000;
    expect(await store.sweep()).toBe(0);
    now.at += 2_000;
    expect(await store.sweep()).toBe(1);
  });
});
