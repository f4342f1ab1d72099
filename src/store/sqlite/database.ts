import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';
import { codeOf } from '../../core/errors.ts';
import { databaseError } from '../errors.ts';
import type { Row, Value } from '../sql.ts';

const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE } = sqlite3;
const MODES = {
  create: OPEN_READWRITE | OPEN_CREATE,
  existing: OPEN_READWRITE,
  read: OPEN_READONLY,
} as const;

/** One connection to a SQLite file. Every method rejects with SQLite's error, whose `code` tells which it is. */
export interface SqliteDatabase {
  /** Runs one statement, which is prepared the first time and kept. */
  all(sql: string, parameters?: readonly Value[]): Promise<readonly Row[]>;
  /** Runs statements without preparing them, and returns no rows. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a statement waits for another process that holds the file. */
export const BUSY_TIMEOUT_MS = 5_000;

export interface OpenSettings {
  /** Statements that are run first, each ended by a semicolon. */
  readonly setUp: string;
  /** How long a statement waits for another process that holds the file. */
  readonly busyTimeoutMs: number;
  /** Whether the file is made where there is none, has to be there, or is only read. Default: made. */
  readonly mode?: keyof typeof MODES;
}

export async function openSqlite(
  file: string,
  { setUp, busyTimeoutMs, mode = 'create' }: OpenSettings,
): Promise<SqliteDatabase> {
  const database = await made<sqlite3.Database>((done) => new Database(file, MODES[mode], done));
  const run: (sql: string) => Promise<void> = promisify(database.exec.bind(database));
  /** Kept, since preparing a statement takes as long as running it. */
  const statements = new Map<string, Promise<sqlite3.Statement>>();
  let closing = false;
  const statementOf = (sql: string): Promise<sqlite3.Statement> => {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    const prepared = made<sqlite3.Statement>((done) => database.prepare(sql, done));
    statements.set(sql, prepared);
    prepared.catch(() => statements.delete(sql));
    return prepared;
  };
  const close = async (): Promise<void> => {
    closing = true;
    for (const statement of await Promise.allSettled(statements.values()))
      if (statement.status === 'fulfilled') statement.value.finalize();
    await promisify(database.close.bind(database))();
  };
  try {
    database.configure('busyTimeout', busyTimeoutMs);
    await run(setUp);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
  return {
    all: async (sql, parameters = []) => {
      // A statement that is prepared while the others are finalized would keep the connection open.
      if (closing) throw closed();
      const statement = await statementOf(sql);
      // Not `get`, which leaves the statement on its row, and with it the read transaction open.
      return new Promise((resolve, reject) => {
        statement.all<Row>(parameters, (error, rows) => (error === null ? resolve(rows) : reject(error)));
      });
    },
    run: (sql) => (closing ? Promise.reject(closed()) : run(sql)),
    close,
  };
}

/** The error that SQLite itself reports for a closed database. */
function closed(): Error {
  return Object.assign(new Error('SQLITE_MISUSE: Database is closed'), { code: 'SQLITE_MISUSE' });
}

/** What SQLite makes, once it has. */
function made<T>(make: (done: (error: Error | null) => void) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const it: T = make((error) => (error === null ? resolve(it) : reject(error)));
  });
}

/** Another program locked the file for longer than a statement waits. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(databaseError(error)) ?? '');
}
