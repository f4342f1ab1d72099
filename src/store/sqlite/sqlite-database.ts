import { promisify } from 'node:util';
import * as sqlite3 from 'sqlite3';
import { errorCode } from '../../core/error-code.ts';
import type { SqlRow } from '../../core/query.ts';
import type { TextQuery } from '../text-query.ts';

// The package exports one object by default. Its types list the members instead.
const library = (sqlite3 as unknown as { readonly default: typeof sqlite3 }).default;
const MODES = {
  /** Creates the file if it is missing. */
  create: library.OPEN_READWRITE | library.OPEN_CREATE,
  /** The file has to exist. */
  existing: library.OPEN_READWRITE,
  /** The file has to exist, and is only read. */
  read: library.OPEN_READONLY,
  /** Like `existing`, and statements may name files by URL, as for `VACUUM INTO 'file:…'`. */
  withUrls: library.OPEN_READWRITE | library.OPEN_URI,
} as const;

/** The tables in a file, except those of SQLite itself. */
export const TABLES_SQL = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;

export interface OpenSettings {
  /** Time for which a statement waits for another process that has locked the file. */
  readonly busyTimeoutMs?: number;
  readonly mode?: keyof typeof MODES;
}

/** @throws the error of SQLite */
export async function openSqlite(
  file: string,
  { busyTimeoutMs = 5_000, mode = 'create' }: OpenSettings = {},
): Promise<SqliteDatabase> {
  const database = await madeWithCallback<sqlite3.Database>(
    (done) => new library.Database(file, MODES[mode], done),
  );
  database.configure('busyTimeout', busyTimeoutMs);
  return new SqliteDatabase(database);
}

/**
 * One connection to a SQLite file. It keeps its statements: preparing one takes as long as running
 * it.
 * @throws the error of SQLite from each method, whose `code` says what went wrong; an error without
 *   a code if it is closed
 */
export class SqliteDatabase {
  readonly #database: sqlite3.Database;
  readonly #statements = new Map<string, Promise<sqlite3.Statement>>();
  #isClosed = false;

  constructor(database: sqlite3.Database) {
    this.#database = database;
  }

  /** Runs one statement, which is prepared the first time and kept. */
  readonly query: TextQuery = async (sql, parameters = []) => {
    // A statement that is prepared while the others are finalized would keep the connection open.
    if (this.#isClosed) throw new Error('the database is closed');
    const statement = await this.#statementOf(sql);
    // `all`, also for one row: `get` would leave the statement on its row, and the read transaction
    // open with it. The callback, since `promisify` does not know the type of the rows.
    return new Promise((resolve, reject) => {
      statement.all<SqlRow>(parameters, (error, rows) => {
        if (error === null) resolve(rows);
        else reject(error);
      });
    });
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const prepared of await Promise.allSettled(this.#statements.values())) {
      if (prepared.status === 'fulfilled') prepared.value.finalize();
    }
    await promisify(this.#database.close.bind(this.#database))();
  }

  #statementOf(sql: string): Promise<sqlite3.Statement> {
    const kept = this.#statements.get(sql);
    if (kept !== undefined) return kept;
    const prepared = madeWithCallback<sqlite3.Statement>((done) =>
      this.#database.prepare(sql, done),
    );
    this.#statements.set(sql, prepared);
    prepared.catch(() => this.#statements.delete(sql));
    return prepared;
  }
}

/**
 * Resolves with what `make` returns, once it has called `done`. SQLite never calls it at once, so
 * `made` has its value by then.
 */
function madeWithCallback<T>(make: (done: (error: Error | null) => void) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const made: T = make((error) => {
      if (error === null) resolve(made);
      else reject(error);
    });
  });
}

/** Another program locked the file for longer than a statement waits. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '');
}
