import { statSync } from 'node:fs';
import { type Deferred, deferred } from '../../core/promises.ts';
import type { Clock } from '../../core/time/clock.ts';
import { SqliteAnswers } from '../answers/sqlite-answers.ts';
import { type Closable, closeQuietly } from '../closable.ts';
import { answersFileOf } from '../file-names.ts';
import type { OwnedDatabase } from '../owned-database.ts';
import { TABLES } from '../schema/tables.ts';
import { hasStore, makeTables } from '../schema-version.ts';
import type { Sql } from '../sql.ts';
import { createSql } from '../sql.ts';
import { throwStoreFailed } from '../store-errors.ts';
import type { TextQuery } from '../text-query.ts';
import { throwFileError } from './file-errors.ts';
import { makePrivateFile } from './private-file.ts';
import { openSqlite, type SqliteDatabase, TABLES_SQL } from './sqlite-database.ts';
import { lockStore, type StoreLock } from './store-lock.ts';
import { preparePath } from './store-path.ts';

/** Interval at which the bot checks that both files and the lock are still there. */
const POLL_EVERY_MS = 1_000;
/**
 * We are the only writer. If the file is locked, another program has locked it: give up soon, so
 * that people learn about it.
 */
const WRITER_WAITS_MS = 500;
const BEGIN = 'BEGIN IMMEDIATE';

/**
 * Opens a store in a SQLite file, with its saved answers in another. They are created with their
 * directory if there are none.
 * @param file a path, or `:memory:` for a store that ends with the process
 * @throws StoreInUse, StoreUnusable, StoreFailed for what may pass by itself
 */
export async function openSqliteDatabase(file: string, clock: Clock): Promise<OwnedDatabase> {
  if (file === ':memory:') return openInMemory();
  await preparePath(file);
  // Before the lock: the lock is next to the target of a symbolic link, which has to exist then.
  await makePrivateFile(file).catch(throwStoreFailed);
  const lock = await lockStore(file);
  const opened: Closable[] = [{ close: () => lock.release() }];
  try {
    const writer = await openWriter(file);
    opened.push(writer);
    const reader = await openSqlite(file);
    opened.push(reader);
    const answers = await SqliteAnswers.open(answersFileOf(file));
    opened.push(answers);
    const sql = createSqliteSql(writer.query, reader.query);
    return new SqliteStore({ file, sql, answers, lock, opened, clock });
  } catch (error) {
    await closeAll(opened);
    throwFileError(error, file);
  }
}

async function openInMemory(): Promise<OwnedDatabase> {
  const writer = await openWriter(':memory:');
  const answers = await SqliteAnswers.open(':memory:');
  return {
    // Each connection would have a database of its own.
    sql: createSqliteSql(writer.query, writer.query),
    answers,
    isOwner: () => true,
    lost: new Promise(() => undefined),
    close: () => closeAll([writer, answers]),
  };
}

interface SqliteStoreOptions {
  readonly file: string;
  readonly sql: Sql;
  readonly answers: SqliteAnswers;
  readonly lock: StoreLock;
  /** In the order in which they were opened. */
  readonly opened: readonly Closable[];
  readonly clock: Clock;
}

/**
 * The two files of a store, and the lock that makes this process their owner. Once a second it
 * checks that all three are still there.
 */
class SqliteStore implements OwnedDatabase {
  readonly file: string;
  readonly sql: Sql;
  readonly answers: SqliteAnswers;
  readonly #options: SqliteStoreOptions;
  /** The inodes of the files that were opened. */
  readonly #inodes: string;
  readonly #lost: Deferred<unknown> = deferred();
  #cancelPoll = (): void => undefined;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
    this.file = options.file;
    this.sql = options.sql;
    this.answers = options.answers;
    this.#inodes = this.#inodesNow();
    this.#pollLater();
  }

  get lost(): Promise<unknown> {
    return this.#lost.promise;
  }

  isOwner(): boolean {
    return this.#options.lock.isHeld();
  }

  async close(): Promise<void> {
    this.#cancelPoll();
    await this.sql.untilIdle();
    await closeAll(this.#options.opened);
  }

  #pollLater(): void {
    this.#cancelPoll = this.#options.clock.later(POLL_EVERY_MS, () => this.#poll(), { ref: false });
  }

  #poll(): void {
    if (!this.isOwner()) {
      this.#lost.resolve(new Error('the lock of the store was taken away'));
      return;
    }
    if (this.#inodesNow() !== this.#inodes) {
      this.#lost.resolve(new Error('a file of the store was removed or replaced'));
      return;
    }
    this.#pollLater();
  }

  #inodesNow(): string {
    return [this.file, answersFileOf(this.file)].map(readInode).join();
  }
}

/**
 * Closes what was opened, the latest first and one after the other: the last connection writes the
 * log back into the file, and of two that close at the same time neither is the last.
 */
async function closeAll(opened: readonly Closable[]): Promise<void> {
  for (const closable of opened.toReversed()) {
    await closeQuietly(closable);
  }
}

async function openWriter(file: string): Promise<SqliteDatabase> {
  const database = await openSqlite(file, { busyTimeoutMs: WRITER_WAITS_MS });
  const { query } = database;
  try {
    // Before anything is written: it may be the file of another program.
    const hasTables = await hasStore(query, file, TABLES_SQL);
    await query('PRAGMA journal_mode = WAL');
    // Acknowledged writes survive a power loss, not only a kill.
    await query('PRAGMA synchronous = FULL');
    // A large statement would need a file elsewhere, and a container may have no writable place.
    await query('PRAGMA temp_store = MEMORY');
    if (!hasTables) await makeTables(query, BEGIN, TABLES);
    return database;
  } catch (error) {
    await closeQuietly(database);
    throw error;
  }
}

function createSqliteSql(write: TextQuery, read: TextQuery): Sql {
  return createSql({ placeholder: () => '?', begin: BEGIN, read, write });
}

/** The inode that a path leads to; undefined if there is none. */
function readInode(file: string): number | undefined {
  try {
    return statSync(file).ino;
  } catch {
    // Compared with that of the file that was opened, so it counts as removed.
    return undefined;
  }
}
