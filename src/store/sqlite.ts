import { mkdir, open as openFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import type { Clock } from '../core/clock.ts';
import { createOneAtATime } from '../core/one-at-a-time.ts';
import { createCacheKeyv } from './cache-keyv.ts';
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts';
import { CACHE_TABLE, prepareFormat } from './sqlite-format.ts';
import { createSqliteRows, type Guard } from './sqlite-rows.ts';
import type { Store } from './store.ts';

/** How long a statement waits for another process that holds the file. */
const BUSY_TIMEOUT_MS = 5_000;
/** A database that would not open is tried again no sooner than this. */
const REOPEN_PAUSE_MS = 1_000;

/** FULL: what is acknowledged survives a power loss, not only a kill. It is the connection's, not the file's. */
const DURABLE = 'PRAGMA synchronous = FULL';

/** A store in a file, which opens with its first use, or at once. */
export interface SqliteStore extends Store {
  /** @throws StoreUnusable, and SQLite's errors */
  open(): Promise<void>;
}

/**
 * A store in one SQLite file, made with its directory when there is none. Keyv has a connection of its own, which runs
 * no other statements than Keyv's; the collections have one that keeps theirs prepared. When one of them fails, both are
 * given up and opened anew by the next use, since @keyv/sqlite itself would stay broken for ever after one failure to
 * open.
 * @param url `sqlite://path/to/file`, or `sqlite://:memory:` for one that lives with the process
 */
export function createSqliteStore(
  url: string,
  clock: Clock,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): SqliteStore {
  const file = url.replace(/^sqlite:\/\//, '');
  const connection = createConnection({ url, file, busyTimeoutMs }, clock);
  const onRows: Guard<SqliteDatabase> = (work) => connection.guard(({ database }) => work(database));
  const onCache: Guard<KeyvSqlite> = (work) => connection.guard(({ cache }) => work(cache));
  /**
   * One connection writes at a time. One that finds the file locked sleeps in a thread of Node's pool, and what else is
   * asked of it waits in others, until there is none left in which the one that holds the lock could go on.
   */
  const alone = createOneAtATime();
  const rows = createSqliteRows(onRows, clock, (work) => alone(() => onRows(work)));
  return {
    keyv: createCacheKeyv('sqlite', onCache, (work) => alone(() => onCache(work))),
    collection: rows.collection,
    open: () => connection.guard(async () => undefined),
    sweep: () =>
      alone(() =>
        connection.guard(async ({ cache, database }) => {
          const now = clock.now();
          const gone = await database.all('DELETE FROM rows WHERE expires <= ? RETURNING 1', [now]);
          const stale: readonly unknown[] = await cache.query(
            `DELETE FROM ${CACHE_TABLE} WHERE json_extract(value, '$.expires') <= ? RETURNING 1`,
            now,
          );
          return gone.length + stale.length;
        }),
      ),
    probe: async () => {
      await connection.giveUpIfReplaced();
      await rows.collection('probe').put('probe', String(clock.now()));
    },
    close: async () => {
      await rows.idle();
      await alone(connection.close);
    },
  };
}

/** Both connections to the file. */
interface Opened {
  readonly cache: KeyvSqlite;
  readonly database: SqliteDatabase;
}

interface Connection {
  guard<T>(work: (opened: Opened) => Promise<T>): Promise<T>;
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
  let current: Promise<Opened> | undefined;
  let failed: { at: number; error: unknown } | undefined;
  let inode: number | undefined;
  let closed = false;

  const open = async (): Promise<Opened> => {
    try {
      const opened = await openBoth(place);
      inode = await inodeOf(file);
      failed = undefined;
      return opened;
    } catch (error) {
      failed = { at: clock.now(), error };
      current = undefined;
      throw error;
    }
  };
  const present = async (): Promise<Opened> => {
    if (closed) throw new Error('the store is closed');
    const isTooSoon = failed !== undefined && clock.now() - failed.at < REOPEN_PAUSE_MS;
    if (current === undefined && isTooSoon) throw failed?.error;
    current ??= open();
    return current;
  };
  const giveUp = async (): Promise<void> => {
    const old = current;
    current = undefined;
    // A broken connection may refuse to close as well; it is out of use either way.
    await old?.then(closeBoth).catch(() => undefined);
  };
  const guard = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    const opened = await present();
    const used = current;
    try {
      return await work(opened);
    } catch (error) {
      // Not what was opened anew meanwhile.
      if (isConnectionBroken(error) && current === used) await giveUp();
      throw error;
    }
  };
  return {
    guard,
    giveUpIfReplaced: async () => {
      if (inode !== undefined && (await inodeOf(file)) !== inode) await giveUp();
    },
    close: () => {
      closed = true;
      return giveUp();
    },
  };
}

async function openBoth({ url, file, busyTimeoutMs }: Place): Promise<Opened> {
  if (file !== ':memory:') {
    await mkdir(dirname(file), { recursive: true });
    // Made here and not by SQLite, so that only its owner can read it.
    await (await openFile(file, 'a', 0o600)).close();
  }
  const database = await openSqlite(file, { setUp: `${DURABLE};`, busyTimeoutMs });
  try {
    await prepareFormat(database, file);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
  const cache = new KeyvSqlite({ uri: url, table: CACHE_TABLE, busyTimeout: busyTimeoutMs });
  // The failure comes back through the query below as well; without a listener the event would end the process.
  cache.on('error', () => undefined);
  try {
    await cache.query(DURABLE);
  } catch (error) {
    await closeBoth({ cache, database });
    throw error;
  }
  return { cache, database };
}

async function closeBoth({ cache, database }: Opened): Promise<void> {
  // One after the other: the last one puts the log back into the file, and of two at once none is the last.
  await cache.close().catch(() => undefined);
  await database.close().catch(() => undefined);
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
