import { promisify } from 'node:util';
import * as sqlite3 from 'sqlite3';
import { errorCode } from '../../core/error-code.ts';
import type { SqlRow } from '../../core/query.ts';
import type { TextQuery } from '../text-query.ts';

// The package exports one object by default. Its types list the members instead.
const { default: library } = sqlite3 as unknown as { default: typeof sqlite3 };
const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE, OPEN_URI } = library;
const MODES = {
  create: OPEN_READWRITE | OPEN_CREATE,
  existing: OPEN_READWRITE,
  read: OPEN_READONLY,
  /** Like `existing`; its statements may name files by URL. */
  copied: OPEN_READWRITE | OPEN_URI,
} as const;

/** The tables in a file, except those of SQLite itself. */
export const TABLES_SQL = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;

/**
 * One connection to a SQLite file.
 * @throws the error of SQLite from each method; its `code` says what went wrong
 */
export interface SqliteDatabase {
  /** Runs one statement, which is prepared the first time and kept. */
  readonly query: TextQuery;
  close(): Promise<void>;
}

export interface OpenSettings {
  /** Time for which a statement waits for another process that has locked the file. */
  readonly busyTimeoutMs?: number;
  /** Whether the file is created if it is missing, has to exist, or is only read. */
  readonly mode?: keyof typeof MODES;
}

/** @throws the error of SQLite */
export async function openSqlite(
  file: string,
  { busyTimeoutMs = 5_000, mode = 'create' }: OpenSettings = {},
): Promise<SqliteDatabase> {
  const database = await fromCallback<sqlite3.Database>(
    (done) => new Database(file, MODES[mode], done),
  );
  database.configure('busyTimeout', busyTimeoutMs);
  return new SqliteConnection(database);
}

/** A connection that keeps its statements: preparing one takes as long as running it. */
class SqliteConnection implements SqliteDatabase {
  readonly #database: sqlite3.Database;
  readonly #statements = new Map<string, Promise<sqlite3.Statement>>();
  #isClosed = false;

  constructor(database: sqlite3.Database) {
    this.#database = database;
  }

  readonly query: TextQuery = async (sql, parameters = []) => {
    // A statement that is prepared while the others are finalized would keep the connection open.
    if (this.#isClosed) throw new Error('the database is closed');
    const statement = await this.#statementOf(sql);
    // Not `get`, which leaves the statement on its row, and with it the read transaction open.
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
    const prepared = fromCallback<sqlite3.Statement>((done) => this.#database.prepare(sql, done));
    this.#statements.set(sql, prepared);
    prepared.catch(() => this.#statements.delete(sql));
    return prepared;
  }
}

/** Resolves with what SQLite makes once its callback was called. */
function fromCallback<T>(make: (done: (error: Error | null) => void) => T): Promise<T> {
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
