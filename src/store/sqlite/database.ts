import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type * as library from 'sqlite3';
import { codeOf } from '../../core/errors.ts';
import type { StoreTrouble } from '../contract.ts';
import { databaseError } from '../errors.ts';
import type { Row, Value } from '../sql.ts';

const KEYV_ADAPTER = '@keyv/sqlite';
/**
 * The copy of sqlite3 that Keyv's adapter uses. An installation may have another beside it, as npm does where this package is
 * installed as a dependency, and two copies in one process undo each other's locks on a file.
 */
const { Database, OPEN_CREATE, OPEN_READONLY, OPEN_READWRITE }: typeof library = createRequire(
  createRequire(import.meta.url).resolve(KEYV_ADAPTER),
)('sqlite3');

const MODES = {
  create: OPEN_READWRITE | OPEN_CREATE,
  existing: OPEN_READWRITE,
  read: OPEN_READONLY,
} as const;

/** Runs one statement. */
type RunStatement = (parameters: readonly Value[]) => Promise<readonly Row[]>;

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
  const database = await new Promise<library.Database>((resolve, reject) => {
    const opened = new Database(file, MODES[mode], (error) => settle({ resolve, reject }, error, opened));
  });
  const run: (sql: string) => Promise<void> = promisify(database.exec.bind(database));
  const prepare = (sql: string): Promise<library.Statement> =>
    new Promise((resolve, reject) => {
      const statement = database.prepare(sql, (error: Error | null) =>
        settle({ resolve, reject }, error, statement),
      );
    });
  /** Statements are kept, since preparing one takes as long as running it. */
  const prepared = new Map<string, Promise<library.Statement>>();
  /** What runs each of them, once it can be run. */
  const ready = new Map<string, RunStatement>();
  let closing = false;
  const runnerOf = async (sql: string): Promise<RunStatement> => {
    // A statement prepared while the others are finalized would keep the connection open.
    if (closing) throw new ClosedError();
    const preparing = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, preparing);
    try {
      const statement = await preparing;
      const runner: RunStatement = promisify(statement.all.bind(statement));
      ready.set(sql, runner);
      return runner;
    } catch (error) {
      prepared.delete(sql);
      throw error;
    }
  };
  const close = async (): Promise<void> => {
    closing = true;
    ready.clear();
    for (const statement of await Promise.allSettled(prepared.values())) {
      if (statement.status === 'fulfilled') statement.value.finalize();
    }
    prepared.clear();
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
    all: (sql, parameters = []) =>
      ready.get(sql)?.(parameters) ?? runnerOf(sql).then((run) => run(parameters)),
    run: (sql) => (closing ? Promise.reject(new ClosedError()) : run(sql)),
    close,
  };
}

/** The error that SQLite itself reports for a closed database. */
class ClosedError extends Error {
  override readonly name = 'ClosedError';
  readonly code = 'SQLITE_MISUSE';

  constructor() {
    super('SQLITE_MISUSE: Database is closed');
  }
}

function settle<T>(
  { resolve, reject }: { readonly resolve: (value: T) => void; readonly reject: (error: Error) => void },
  error: Error | null,
  value: T,
): void {
  if (error === null) resolve(value);
  else reject(error);
}

/** Runs the work as one write transaction: all of it takes effect, or nothing. */
export async function inTransaction<T>(database: SqliteDatabase, work: () => Promise<T>): Promise<T> {
  await database.all('BEGIN IMMEDIATE');
  try {
    const outcome = await work();
    await database.all('COMMIT');
    return outcome;
  } catch (error) {
    // SQLite may have rolled back by itself already.
    await database.all('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** SQLite's name of an error, such as `SQLITE_BUSY`; '' for any other error. */
function sqliteCode(error: unknown): string {
  const code = codeOf(databaseError(error)) ?? '';
  return code.startsWith('SQLITE_') ? code : '';
}

/** Another program locked the file for longer than a statement waits. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/** Whether the connection has to be replaced; SQLITE_BUSY, FULL and CONSTRAINT pass by themselves. */
export function isConnectionBroken(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|CORRUPT|NOTADB|IOERR|READONLY|MISUSE|ERROR)/.test(sqliteCode(error));
}

export function troubleOf(error: unknown): StoreTrouble {
  if (sqliteCode(error) === 'SQLITE_FULL') return 'full';
  return isBusy(error) ? 'held' : 'broken';
}
