import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { openSqlite, type SqliteDatabase } from '../../src/store/sqlite/database.ts';
import { prepareFormat, SQLITE_VERSION } from '../../src/store/sqlite/format.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';

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

  it.each([0, 1, 2, 3])(
    'is made once, also where another opener makes it before statement %i',
    async (at) => {
      const file = await temporaryFile();
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

  it('is made once, however many open it at the same time', async () => {
    const file = await temporaryFile();
    const stores = Array.from({ length: 4 }, () => createSqliteStore(`sqlite://${file}`, systemClock));
    const inserted = await Promise.all(stores.map((store) => store.collection('rows').insert('a', 'one')));
    for (const store of stores) await store.close();
    expect(inserted.filter((isFirst) => isFirst)).toHaveLength(1);
  });
});
