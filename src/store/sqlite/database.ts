import { promisify } from 'node:util';
import * as sqlite3 from 'sqlite3';
import { codeOf } from '../../core/errors.ts';
import type { Row, Run } from '../sql.ts';

// The package exports one object by default. Its types list the members instead.
const { default: library } = sqlite3 as unknown as { default: typeof sqlite3 };
const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE } = library;
const MODES = {
  create: OPEN_READWRITE | OPEN_CREATE,
  existing: OPEN_READWRITE,
  read: OPEN_READONLY,
} as const;

/** The tables in a file, except those of SQLite itself. */
export const TABLES_IN_FILE = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;

/** One connection to a SQLite file. Every method rejects with SQLite's error, whose `code` tells which it is. */
export interface SqliteDatabase {
  /** Runs one statement, which is prepared the first time and kept. */
  readonly all: Run;
  close(): Promise<void>;
}

export interface OpenSettings {
  /** How long a statement waits for another process that has locked the file. */
  readonly busyTimeoutMs?: number;
  /** Whether the file is created if it is missing, has to exist, or is only read. */
  readonly mode?: keyof typeof MODES;
}

export async function openSqlite(
  file: string,
  { busyTimeoutMs = 5_000, mode = 'create' }: OpenSettings = {},
): Promise<SqliteDatabase> {
  const database = await fromCallback<sqlite3.Database>(
    (done) => new Database(file, MODES[mode], done),
  );
  database.configure('busyTimeout', busyTimeoutMs);
  /** Kept, since preparing a statement takes as long as running it. */
  const statements = new Map<string, Promise<sqlite3.Statement>>();
  let isClosed = false;
  const statementOf = (sql: string): Promise<sqlite3.Statement> => {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    const prepared = fromCallback<sqlite3.Statement>((done) => database.prepare(sql, done));
    statements.set(sql, prepared);
    prepared.catch(() => statements.delete(sql));
    return prepared;
  };
  return {
    all: async (sql, parameters = []) => {
      // A statement that is prepared while the others are finalized would keep the connection open.
      if (isClosed) throw new Error('the database is closed');
      const statement = await statementOf(sql);
      // Not `get`, which leaves the statement on its row, and with it the read transaction open.
      return new Promise((resolve, reject) => {
        statement.all<Row>(parameters, (error, rows) =>
          error === null ? resolve(rows) : reject(error),
        );
      });
    },
    close: async () => {
      isClosed = true;
      for (const statement of await Promise.allSettled(statements.values()))
        if (statement.status === 'fulfilled') statement.value.finalize();
      await promisify(database.close.bind(database))();
    },
  };
}

/** Resolves with what SQLite makes once its callback was called. */
function fromCallback<T>(make: (done: (error: Error | null) => void) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const it: T = make((error) => (error === null ? resolve(it) : reject(error)));
  });
}

/** Another program locked the file for longer than a statement waits. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? '');
}
