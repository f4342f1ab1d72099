import { KeyvSqlite } from '@keyv/sqlite';
import type { Keyv } from 'keyv';
import { createMutex } from '../../core/promises.ts';
import { closeQuietly } from '../closable.ts';
import { throwFileError, unusableErrorFor } from '../sqlite/file-errors.ts';
import { makePrivateFile } from '../sqlite/private-file.ts';
import { openSqlite } from '../sqlite/sqlite-database.ts';
import { StoreFailed, throwStoreFailed } from '../store-errors.ts';
import { type AnswerStore, createKeyv } from './answer-store.ts';

/**
 * Time for which a statement waits while another program locks the file. Meanwhile it holds a
 * thread.
 */
const BUSY_TIMEOUT_MS = 500;
const TABLE = 'answer';
/**
 * The time when an answer expires, as Keyv stores it. @keyv/sqlite 4.0.8 deletes
 * an expired answer only when somebody asks for it. After an update look for an option that sweeps.
 */
const EXPIRY = "value ->> 'expires'";
const SET_UP = [
  // A backup reads while the bot writes.
  'PRAGMA journal_mode = WAL',
  // An answer was paid for. There are at most nineteen a minute, so a sync for each costs nothing.
  'PRAGMA synchronous = FULL',
  `CREATE INDEX IF NOT EXISTS ${TABLE}_expires ON ${TABLE} (${EXPIRY})`,
];
const SWEEP = `DELETE FROM ${TABLE} WHERE key IN
  (SELECT key FROM ${TABLE} WHERE ${EXPIRY} <= ? LIMIT ?) RETURNING 1`;

/** Saved answers in a SQLite file of their own. */
export class SqliteAnswers implements AnswerStore {
  readonly #keyv: Keyv<string>;
  readonly #store: KeyvSqlite;
  /**
   * A statement that waits for a lock on the file holds one of libuv's four threads. If several
   * held all of them, the commits of the store would wait as well.
   */
  readonly #oneAtATime = createMutex();

  /**
   * Opens the file. If there is none, creates one that other users cannot read. An empty one does
   * not replace a damaged file: its answers were paid for, and the operator may have a backup.
   * @param file a path, or `:memory:`
   * @throws StoreUnusable if it is damaged, not ours or without rights, StoreFailed for what may
   *   pass by itself
   */
  static async open(file: string): Promise<SqliteAnswers> {
    if (file !== ':memory:') await prepareFile(file);
    const answers = new SqliteAnswers(file);
    try {
      for (const statement of SET_UP) await answers.#store.query(statement);
      return answers;
    } catch (error) {
      // The connection may have failed to open, and then cannot be closed: only the first error
      // says why.
      await closeQuietly(answers);
      const cause = error instanceof StoreFailed ? error.cause : error;
      throw unusableErrorFor(cause, file, 'answers') ?? error;
    }
  }

  private constructor(file: string) {
    const uri = `sqlite://${file}`;
    this.#store = new KeyvSqlite({ uri, table: TABLE, busyTimeout: BUSY_TIMEOUT_MS });
    this.#keyv = createKeyv(this.#store);
    // Keyv makes its statements with this, too.
    const { query } = this.#store;
    this.#store.query = (...statement) =>
      this.#oneAtATime(() => query(...statement)).catch(throwStoreFailed);
  }

  get(key: string): Promise<string | undefined> {
    return this.#keyv.get(key);
  }

  async set(key: string, answer: string, keptMs?: number): Promise<void> {
    await this.#keyv.set(key, answer, keptMs);
  }

  async sweep(now: number, most: number): Promise<number> {
    const deleted: readonly unknown[] = await this.#store.query(SWEEP, now, most);
    return deleted.length;
  }

  /** Resolves when what was asked before has ended and nothing is open any more. */
  close(): Promise<void> {
    return this.#oneAtATime(() => this.#store.close());
  }
}

/**
 * Makes the file if there is none, and writes to it: the package would leave it open if its first
 * statement failed.
 * @throws as {@link SqliteAnswers.open}
 */
async function prepareFile(file: string): Promise<void> {
  const fail = (error: unknown) => throwFileError(error, file, 'answers');
  await makePrivateFile(file).catch(fail);
  const database = await openSqlite(file, { busyTimeoutMs: BUSY_TIMEOUT_MS }).catch(fail);
  try {
    await database.query('BEGIN IMMEDIATE');
    await database.query('COMMIT');
  } catch (error) {
    fail(error);
  } finally {
    await closeQuietly(database);
  }
}
