import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { connectRedis } from '../../src/store/redis/connection.ts';
import { REDIS_VERSION, withFormat } from '../../src/store/redis/format.ts';
import { createRedisStore } from '../../src/store/redis/store.ts';
import { openSqlite, type SqliteDatabase } from '../../src/store/sqlite/database.ts';
import { prepareFormat, SQLITE_VERSION } from '../../src/store/sqlite/format.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';
import { hasRedis, startRedis } from '../support/store/redis.ts';

/** The file of a version from before versions were numbered, with a row and a cached answer in it. */
const UNNUMBERED = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE rows (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL,
    value TEXT NOT NULL, expires INTEGER, UNIQUE (collection, id));
  CREATE INDEX rows_expires ON rows (expires) WHERE expires IS NOT NULL;
  CREATE TABLE cache(key VARCHAR(255) PRIMARY KEY, value TEXT );
  CREATE INDEX cache_expires ON cache (json_extract(value, '$.expires'));
  INSERT INTO rows (collection, id, value) VALUES ('rows', 'a', 'old');
  INSERT INTO cache VALUES ('keyv:k', '{"value":"paid"}');`;

async function temporaryFile(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-format-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return join(directory, 'bot.sqlite');
}

async function inFile<T>(file: string, look: (database: SqliteDatabase) => Promise<T>): Promise<T> {
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 1_000 });
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

async function openOnce(file: string): Promise<void> {
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  await store.probe();
  await store.close();
}

async function headerOf(file: string): Promise<unknown> {
  return inFile(file, async (database) => {
    const pragmas = ['user_version', 'application_id', 'auto_vacuum', 'journal_mode'];
    const said = await Promise.all(pragmas.map((pragma) => database.all(`PRAGMA ${pragma}`)));
    return Object.assign({}, ...said.map(([row]) => row));
  });
}

describe('the file of a store', () => {
  it('says whose it is and in which version, and can be made smaller', async () => {
    const file = await temporaryFile();
    const store = createSqliteStore(`sqlite://${file}`, systemClock);
    await store.probe();
    await store.close();
    expect(await headerOf(file)).toEqual({
      user_version: SQLITE_VERSION,
      application_id: 0x696d6569,
      auto_vacuum: 2,
      journal_mode: 'wal',
    });
  });

  it('is brought from before versions were numbered to this one, with all that is in it', async () => {
    const file = await temporaryFile();
    await (await openSqlite(file, { setUp: UNNUMBERED, busyTimeoutMs: 1_000 })).close();
    const store = createSqliteStore(`sqlite://${file}`, systemClock);
    expect(await store.collection('rows').get('a')).toBe('old');
    expect(await store.keyv.get('k')).toBe('paid');
    await store.close();
    expect(await headerOf(file)).toMatchObject({ user_version: SQLITE_VERSION, application_id: 0x696d6569 });
    expect(await headerOf(file)).toMatchObject({ auto_vacuum: 2 });
  });

  it('is not written anew at a start while it is large', async () => {
    const file = await temporaryFile();
    const large = `${UNNUMBERED} INSERT INTO rows (collection, id, value) VALUES ('rows', 'b', hex(zeroblob(18000000)));`;
    await (await openSqlite(file, { setUp: large, busyTimeoutMs: 1_000 })).close();
    const store = createSqliteStore(`sqlite://${file}`, systemClock);
    expect(await store.collection('rows').get('a')).toBe('old');
    await store.close();
    expect(await headerOf(file)).toMatchObject({ user_version: SQLITE_VERSION, auto_vacuum: 0 });
  });

  it.each([0, 1, 2, 3, 4])(
    'is brought there once, also where another opener does so before statement %i',
    async (at) => {
      const file = await temporaryFile();
      await (await openSqlite(file, { setUp: UNNUMBERED, busyTimeoutMs: 1_000 })).close();
      const database = await openSqlite(file, { setUp: '', busyTimeoutMs: 1_000 });
      let statements = 0;
      const all: typeof database.all = async (...statement) => {
        if (statements === at) await openOnce(file);
        statements += 1;
        return database.all(...statement);
      };
      await prepareFormat({ ...database, all }, file);
      await database.close();
      expect(statements).toBeGreaterThan(at);
    },
  );

  it('is brought there once, however many open it at the same time', async () => {
    const file = await temporaryFile();
    await (await openSqlite(file, { setUp: UNNUMBERED, busyTimeoutMs: 1_000 })).close();
    const stores = Array.from({ length: 4 }, () => createSqliteStore(`sqlite://${file}`, systemClock));
    const read = await Promise.all(stores.map((store) => store.collection('rows').get('a')));
    for (const store of stores) await store.close();
    expect(read).toEqual(['old', 'old', 'old', 'old']);
  });
});

describe.skipIf(!hasRedis)('a store in Redis', () => {
  it('says in which version it is, and keeps what was there before versions were numbered', async () => {
    const server = await startRedis();
    onTestFinished(() => server.destroy());
    const client = createClient({ url: server.url });
    await client.connect();
    onTestFinished(() => client.close());
    const unnumbered = createRedisStore(connectRedis(server.url), systemClock);
    await expect
      .poll(() =>
        unnumbered.probe().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await unnumbered.collection('rows').put('a', 'old');
    await unnumbered.collection('rows').put('group/b', 'old', { expiresAt: systemClock.now() + 60_000 });
    await unnumbered.close();
    // There were no such indexes then.
    await client.del(['{imei-bot}:lasting:rows', '{imei-bot}:group:rows:group']);
    expect(await client.get('{imei-bot}:version')).toBeNull();
    const store = createRedisStore(withFormat(connectRedis(server.url)), systemClock);
    onTestFinished(() => store.close());
    await expect.poll(() => store.collection('rows').get('a').catch(String)).toBe('old');
    expect(await client.get('{imei-bot}:version')).toBe(String(REDIS_VERSION));
    expect(await store.collection('rows').entriesOf('group')).toEqual([['group/b', 'old']]);
    const lasting = [];
    for await (const portion of store.collection('rows').portions('lasting')) lasting.push(...portion);
    expect(lasting).toEqual([['a', 'old']]);
  });
});
