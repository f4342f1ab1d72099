import { statSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { deferred } from '../../core/async/promises.ts';
import type { OwnedDatabase } from '../contract.ts';
import { asStoreFailed, StoreFailed } from '../errors.ts';
import { createSql, type Sql } from '../sql.ts';
import { BUSY_TIMEOUT_MS, isBusy, openSqlite, type SqliteDatabase } from './database.ts';
import { prepareFormat } from './format.ts';
import { checkPlace, lockStore, type StoreLock, unusableBecause } from './place.ts';

/** How often it is looked whether the file is still there, and this process' own. */
const LOOK_EVERY_MS = 1_000;

/**
 * Opens a store in one SQLite file, which is created with its directory if there is none.
 * @param file a path, or `:memory:` for a store that ends with the process
 * @throws StoreInUse, StoreUnusable, StoreFailed for what may pass by itself
 */
export async function openSqliteDatabase(file: string): Promise<OwnedDatabase> {
  if (file === ':memory:') return inMemory();
  await checkPlace(file);
  // Not by SQLite, so that only its owner can read it, and before the lock, so that a link leads to it.
  await (await openFile(file, 'a', 0o600).catch(asStoreFailed)).close();
  const lock = await lockStore(file);
  try {
    return await inFile(file, lock);
  } catch (error) {
    await lock.release();
    throw unusableBecause(error, file) ?? new StoreFailed(error);
  }
}

async function inMemory(): Promise<OwnedDatabase> {
  const database = await openWriter(':memory:');
  // Each connection would have a database of its own.
  return {
    sql: sqlOf(database, database),
    holds: () => true,
    lost: new Promise(() => undefined),
    close: database.close,
  };
}

async function inFile(file: string, lock: StoreLock): Promise<OwnedDatabase> {
  const writer = await openWriter(file);
  const reader = await openSqlite(file, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS });
  const sql = sqlOf(writer, reader);
  const inode = inodeOf(file);
  const lost = deferred<unknown>();
  const looking = setInterval(() => {
    if (!lock.holds()) lost.resolve(new Error('the lock of the store was taken away'));
    else if (inodeOf(file) !== inode)
      lost.resolve(new Error('the file of the store was removed or replaced'));
  }, LOOK_EVERY_MS).unref();
  return {
    ...{ sql, file },
    holds: lock.holds,
    lost: lost.promise,
    close: async () => {
      clearInterval(looking);
      await sql.idle();
      // One after the other: the last one writes the log back into the file, and of two at once neither is the last.
      await reader.close().catch(() => undefined);
      await writer.close().catch(() => undefined);
      await lock.release();
    },
  };
}

async function openWriter(file: string): Promise<SqliteDatabase> {
  const database = await openSqlite(file, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    await prepareFormat(database, file);
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

function sqlOf(writer: SqliteDatabase, reader: SqliteDatabase): Sql {
  return createSql({
    placeholder: () => '?',
    begin: 'BEGIN IMMEDIATE',
    read: reader.all,
    write: (work) => work(writer.all),
    hitsAll: isBusy,
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
