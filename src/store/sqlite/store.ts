import { statSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { deferred } from '../../core/async/promises.ts';
import { answersFileOf } from '../answers/file.ts';
import { SqliteAnswers } from '../answers/sqlite.ts';
import type { OwnedDatabase } from '../contract.ts';
import { asStoreFailed, StoreFailed } from '../errors.ts';
import { hasStore, makeTables } from '../format.ts';
import { TABLES } from '../schema/schema.ts';
import { createSql, type Run, type Sql } from '../sql.ts';
import { openSqlite, type SqliteDatabase, TABLES_IN_FILE } from './database.ts';
import { lockStore, preparePath, type StoreLock, unusableBecause } from './place.ts';

/** How often the bot looks whether the file and its lock are still there. */
const LOOK_EVERY_MS = 1_000;
const BEGIN = 'BEGIN IMMEDIATE';

/**
 * Opens a store in a SQLite file, with its saved answers in another. They are created with their
 * directory if there are none.
 * @param file a path, or `:memory:` for a store that ends with the process
 * @throws StoreInUse, StoreUnusable, StoreFailed for what may pass by itself
 */
export async function openSqliteDatabase(file: string): Promise<OwnedDatabase> {
  if (file === ':memory:') return openInMemory();
  await preparePath(file);
  // Not by SQLite, so that only its owner can read it, and before the lock, so that a link leads to it.
  await (await openFile(file, 'a', 0o600).catch(asStoreFailed)).close();
  const lock = await lockStore(file);
  try {
    return await openLocked(file, lock);
  } catch (error) {
    await lock.release();
    throw (
      unusableBecause(error, file) ??
      (error instanceof StoreFailed ? error : new StoreFailed(error))
    );
  }
}

async function openInMemory(): Promise<OwnedDatabase> {
  const { all, close } = await openWriter(':memory:');
  const answers = await SqliteAnswers.open(':memory:');
  return {
    // Each connection would have a database of its own.
    sql: sqlOf(all, all),
    answers,
    holds: () => true,
    lost: new Promise(() => undefined),
    close: async () => {
      await answers.close();
      await close();
    },
  };
}

async function openLocked(file: string, lock: StoreLock): Promise<OwnedDatabase> {
  const writer = await openWriter(file);
  const reader = await openSqlite(file);
  const answers = await SqliteAnswers.open(answersFileOf(file)).catch(async (error: unknown) => {
    await reader.close();
    await writer.close();
    throw error;
  });
  const sql = sqlOf(writer.all, reader.all);
  const inodes = (): string => [file, answersFileOf(file)].map(inodeOf).join();
  const openedInodes = inodes();
  const lost = deferred<unknown>();
  const looking = setInterval(() => {
    if (!lock.holds()) lost.resolve(new Error('the lock of the store was taken away'));
    else if (inodes() !== openedInodes)
      lost.resolve(new Error('a file of the store was removed or replaced'));
  }, LOOK_EVERY_MS).unref();
  return {
    sql,
    answers,
    file,
    holds: lock.holds,
    lost: lost.promise,
    close: async () => {
      clearInterval(looking);
      await sql.idle();
      // Each of its calls has told whether it was written.
      await answers.close().catch(() => undefined);
      // One after the other: the last one writes the log back into the file, and of two at once neither is the last.
      await reader.close().catch(() => undefined);
      await writer.close().catch(() => undefined);
      await lock.release();
    },
  };
}

async function openWriter(file: string): Promise<SqliteDatabase> {
  // Nobody else writes, so that a lock is the fault of another program, and people read that they wait.
  const database = await openSqlite(file, { busyTimeoutMs: 500 });
  const { all, close } = database;
  try {
    // Before anything is written: it may be the file of another program.
    const hasTables = await hasStore(all, file, TABLES_IN_FILE);
    await all('PRAGMA journal_mode = WAL');
    // Acknowledged writes survive a power loss, not only a kill.
    await all('PRAGMA synchronous = FULL');
    // A statement with many rows would need a file elsewhere, and a container may have no writable place.
    await all('PRAGMA temp_store = MEMORY');
    if (!hasTables) await makeTables(all, BEGIN, TABLES);
    return database;
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function sqlOf(write: Run, read: Run): Sql {
  return createSql({
    placeholder: () => '?',
    begin: BEGIN,
    rows: '(SELECT value, key AS n FROM json_each(?))',
    read,
    write,
  });
}

/** Undefined for a file that cannot be found. */
function inodeOf(file: string): number | undefined {
  try {
    return statSync(file).ino;
  } catch {
    return undefined;
  }
}
