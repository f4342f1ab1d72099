import { mkdir, open as openFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import type { Clock } from '../core/clock.ts';
import { createCacheKeyv } from './cache-keyv.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import type { Collection, RowOptions, Store } from './store.ts';

/** How long a statement waits for another process that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;
/** A database that would not open is tried again no sooner than this. */
const REOPEN_PAUSE_MS = 1_000;

const CACHE_TABLE = 'cache';
const SET_UP = [
  'PRAGMA journal_mode = WAL',
  // FULL: what is acknowledged survives a power loss, not only a kill.
  'PRAGMA synchronous = FULL',
  `CREATE TABLE IF NOT EXISTS rows (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL,
     value TEXT NOT NULL, expires INTEGER, UNIQUE (collection, id))`,
  'CREATE INDEX IF NOT EXISTS rows_expires ON rows (expires) WHERE expires IS NOT NULL',
  `CREATE INDEX IF NOT EXISTS cache_expires ON ${CACHE_TABLE} (json_extract(value, '$.expires'))`,
];

/**
 * A store in one SQLite file, made with its directory when there is none. One connection serves the cache (Keyv)
 * and the collections. A connection that fails is given up and opened anew by the next use, since @keyv/sqlite
 * itself would stay broken for ever after one failure to open.
 * @param url `sqlite://path/to/file`, or `sqlite://:memory:` for one that lives with the process
 */
export function createSqliteStore(
  url: string,
  clock: Clock,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): Store {
  const file = url.replace(/^sqlite:\/\//, '');
  const connection = createConnection({ url, file, busyTimeoutMs }, clock);
  const query = connection.query;
  const commits = createGroupCommit(connection.guard);
  return {
    keyv: createCacheKeyv('sqlite', connection.guard, commits.write),
    collection: (name) => createCollection(name, { query, commits }, clock),
    sweep: async () => {
      const now = clock.now();
      const rows = await query('DELETE FROM rows WHERE expires <= ? RETURNING 1', now);
      const cached = await query(
        `DELETE FROM ${CACHE_TABLE} WHERE json_extract(value, '$.expires') <= ? RETURNING 1`,
        now,
      );
      return rows.length + cached.length;
    },
    probe: async () => {
      await connection.giveUpIfReplaced();
      await query(
        `INSERT INTO rows (collection, id, value) VALUES ('probe', 'probe', ?)
         ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value`,
        String(clock.now()),
      );
    },
    close: async () => {
      await commits.idle();
      await connection.close();
    },
  };
}

type Query = (sql: string, ...parameters: unknown[]) => Promise<readonly Record<string, unknown>[]>;

interface Connection {
  readonly query: Query;
  database(): Promise<KeyvSqlite>;
  guard<T>(work: (database: KeyvSqlite) => Promise<T>): Promise<T>;
  giveUpIfReplaced(): Promise<void>;
  close(): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly file: string;
  readonly busyTimeoutMs: number;
}

function createConnection(place: Place, clock: Clock): Connection {
  const { file } = place;
  let current: Promise<KeyvSqlite> | undefined;
  let failed: { at: number; error: unknown } | undefined;
  let inode: number | undefined;

  const open = async (): Promise<KeyvSqlite> => {
    try {
      const database = await openDatabase(place);
      inode = await inodeOf(file);
      failed = undefined;
      return database;
    } catch (error) {
      failed = { at: clock.now(), error };
      current = undefined;
      throw error;
    }
  };
  const database = async (): Promise<KeyvSqlite> => {
    const isTooSoon = failed !== undefined && clock.now() - failed.at < REOPEN_PAUSE_MS;
    if (current === undefined && isTooSoon) throw failed?.error;
    current ??= open();
    return current;
  };
  const giveUp = async (): Promise<void> => {
    const old = current;
    current = undefined;
    // A broken connection may refuse to close as well; it is out of use either way.
    await old?.then((opened) => opened.close()).catch(() => undefined);
  };
  const guard = async <T>(work: (opened: KeyvSqlite) => Promise<T>): Promise<T> => {
    const opened = await database();
    try {
      return await work(opened);
    } catch (error) {
      if (isConnectionBroken(error)) await giveUp();
      throw error;
    }
  };
  return {
    database,
    guard,
    query: (sql, ...parameters) => guard((opened) => opened.query(sql, ...parameters)),
    giveUpIfReplaced: async () => {
      if (inode !== undefined && (await inodeOf(file)) !== inode) await giveUp();
    },
    close: giveUp,
  };
}

async function openDatabase({ url, file, busyTimeoutMs }: Place): Promise<KeyvSqlite> {
  if (file !== ':memory:') {
    await mkdir(dirname(file), { recursive: true });
    // Made here and not by SQLite, so that only its owner can read it.
    await (await openFile(file, 'a', 0o600)).close();
  }
  const opened = new KeyvSqlite({ uri: url, table: CACHE_TABLE, busyTimeout: busyTimeoutMs });
  // The failure comes back through the query below as well; without a listener the event would end the process.
  opened.on('error', () => undefined);
  for (const statement of SET_UP) await opened.query(statement);
  return opened;
}

async function inodeOf(file: string): Promise<number | undefined> {
  if (file === ':memory:') return undefined;
  try {
    return (await stat(file)).ino;
  } catch {
    // No file is an answer here: it was removed.
    return undefined;
  }
}

/** Errors after which the connection is of no more use; SQLITE_BUSY, FULL and CONSTRAINT pass by themselves. */
function isConnectionBroken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(CANTOPEN|CORRUPT|NOTADB|IOERR|READONLY|MISUSE|ERROR)/.test(code);
}

function createCollection(
  name: string,
  { query, commits }: { readonly query: Query; readonly commits: GroupCommit },
  clock: Clock,
): Collection {
  const write: Query = (sql, ...parameters) =>
    commits.write((database) => database.query(sql, ...parameters));
  const expiry = (options?: RowOptions): number | null => options?.expiresAt ?? null;
  const alive = '(expires IS NULL OR expires > ?)';
  return {
    insert: async (id, value, options) => {
      const written = await write(
        `INSERT INTO rows (collection, id, value, expires) VALUES (?, ?, ?, ?)
         ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires
         WHERE rows.expires <= ? RETURNING id`,
        name,
        id,
        value,
        expiry(options),
        clock.now(),
      );
      return written.length > 0;
    },
    get: async (id) => {
      const found = await query(
        `SELECT value FROM rows WHERE collection = ? AND id = ? AND ${alive}`,
        name,
        id,
        clock.now(),
      );
      const value = found[0]?.value;
      return value === undefined ? undefined : String(value);
    },
    put: async (id, value, options) => {
      await write(
        `INSERT INTO rows (collection, id, value, expires) VALUES (?, ?, ?, ?)
         ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
        name,
        id,
        value,
        expiry(options),
      );
    },
    replace: async (id, expected, value, options) => {
      const written = await write(
        `UPDATE rows SET value = ?, expires = ?
         WHERE collection = ? AND id = ? AND value = ? AND ${alive} RETURNING id`,
        value,
        expiry(options),
        name,
        id,
        expected,
        clock.now(),
      );
      return written.length > 0;
    },
    delete: async (id) => {
      const gone = await write('DELETE FROM rows WHERE collection = ? AND id = ? RETURNING id', name, id);
      return gone.length > 0;
    },
    deleteIf: async (id, expected) => {
      const gone = await write(
        `DELETE FROM rows WHERE collection = ? AND id = ? AND value = ? AND ${alive} RETURNING id`,
        name,
        id,
        expected,
        clock.now(),
      );
      return gone.length > 0;
    },
    entries: async () => {
      const found = await query(
        `SELECT id, value FROM rows WHERE collection = ? AND ${alive} ORDER BY seq`,
        name,
        clock.now(),
      );
      return found.map((row) => [String(row.id), String(row.value)] as const);
    },
    add: async (id, amount, options) => {
      const now = clock.now();
      const counted = await write(
        `INSERT INTO rows (collection, id, value, expires) VALUES (?, ?, ?, ?)
         ON CONFLICT (collection, id) DO UPDATE SET expires = excluded.expires, value =
           CASE WHEN rows.expires <= ? THEN 0 ELSE CAST(rows.value AS INTEGER) END + CAST(excluded.value AS INTEGER)
         RETURNING value`,
        name,
        id,
        String(amount),
        expiry(options),
        now,
      );
      return Number(counted[0]?.value);
    },
  };
}
