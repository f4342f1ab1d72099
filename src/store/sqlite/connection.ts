import { open as openFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { createMutex } from '../../core/async/promises.ts';
import type { Clock } from '../../core/clock.ts';
import type { KeyvAdapter } from '../cache-keyv.ts';
import { makeDirectory } from '../directory.ts';
import { isBusy, isConnectionBroken, openSqlite, type SqliteDatabase } from './database.ts';
import { CACHE_TABLE, prepareFormat } from './format.ts';

/** Least time between two attempts to open a database, in milliseconds. */
const REOPEN_PAUSE_MS = 1_000;
/** FULL: acknowledged writes survive a power loss, not only a kill. A setting of the connection, not of the file. */
const DURABLE = 'PRAGMA synchronous = FULL';

const READ_ONLY = 'PRAGMA query_only = ON;';

const READ_ANSWER = `SELECT value FROM ${CACHE_TABLE} WHERE key = ?`;

/** The connections to the file. */
export interface Connections {
  readonly cache: KeyvSqlite;
  /** Writes. */
  readonly database: SqliteDatabase;
  /** Sees no transaction that is open. In memory, where each connection has a database of its own, it is the one that writes. */
  readonly reader: SqliteDatabase;
}

export interface Opened extends Connections {
  /** What Keyv reads and writes answers with. */
  readonly answers: KeyvAdapter;
}

export interface SqliteConnection {
  /** Runs the work; rejects with SQLite's errors, and with StoreUnusable for a file of another program. */
  guard<T>(work: (opened: Opened) => Promise<T>): Promise<T>;
  /** The same for writes, one at a time. */
  guardWrites<T>(work: (opened: Opened) => Promise<T>): Promise<T>;
  /** Both for what Keyv reads and writes. */
  guardCache<T>(work: (answers: KeyvAdapter) => Promise<T>): Promise<T>;
  guardCacheWrites<T>(work: (answers: KeyvAdapter) => Promise<T>): Promise<T>;
  /** Has work wait for its turn among the writes. */
  readonly inTurn: WriteQueue;
  /**
   * Closes the connections if the file was removed or replaced; the next use opens it again. Not where what is there now may be
   * another process' store: what is under way is written where it belongs.
   */
  giveUpIfReplaced(): Promise<void>;
  close(): Promise<void>;
}

/** Runs writes one after the other. */
export type WriteQueue = <T>(write: () => Promise<T>) => Promise<T>;

export interface ConnectionSettings {
  readonly url: string;
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Whether what is at this path now is this process' own; by default it is. */
  readonly holds?: (() => boolean) | undefined;
}

/**
 * Opens all connections with the first use. If one of them fails, all are closed and the next use opens them again, since
 * @keyv/sqlite itself would stay broken for ever after one failure to open.
 */
export function createSqliteConnection(place: ConnectionSettings, clock: Clock): SqliteConnection {
  const { file, holds = () => true } = place;
  let current: Promise<Opened> | undefined;
  let failed: { at: number; error: unknown } | undefined;
  let inode: number | undefined;
  let closed = false;

  const open = async (): Promise<Opened> => {
    try {
      const opened = await openAll(place);
      inode = await inodeOf(file);
      failed = undefined;
      return opened;
    } catch (error) {
      failed = { at: clock.elapsed(), error };
      current = undefined;
      throw error;
    }
  };
  const giveUp = async (): Promise<void> => {
    const old = current;
    current = undefined;
    // A broken connection may fail to close as well; it is not used any more either way.
    await old?.then(closeAll).catch(() => undefined);
  };
  const guard = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    if (closed) throw new Error('the store is closed');
    if (failed !== undefined && clock.elapsed() - failed.at < REOPEN_PAUSE_MS) throw failed.error;
    if (current === undefined && !holds()) throw new Error('the store was taken away');
    current ??= open();
    const used = current;
    return used.then(work).catch(async (error: unknown) => {
      // Another call may have opened new ones meanwhile, which stay.
      if (isConnectionBroken(error) && current === used) await giveUp();
      throw error;
    });
  };
  const inTurn = createWriteQueue();
  return {
    guard,
    guardWrites: (work) => inTurn(() => guard(work)),
    guardCache: (work) => guard(({ answers }) => work(answers)),
    guardCacheWrites: (work) => inTurn(() => guard(({ answers }) => work(answers))),
    inTurn,
    giveUpIfReplaced: async () => {
      const isReplaced = inode !== undefined && (await inodeOf(file)) !== inode;
      if (isReplaced && holds()) await giveUp();
    },
    close: () => {
      closed = true;
      return giveUp();
    },
  };
}

/**
 * Lets one connection write at a time. A write that finds the file locked sleeps in a thread of Node's pool; several would
 * occupy all threads, and the connection that holds the lock could not go on. Writes that were queued while one waited for a
 * lock in vain fail with it, so that many writes cost one time-out together.
 */
export function createWriteQueue(): WriteQueue {
  const alone = createMutex();
  let asked = 0;
  let inVain: { readonly upTo: number; readonly error: unknown } | undefined;
  return (write) => {
    asked += 1;
    const place = asked;
    return alone(() => {
      if (inVain !== undefined && place <= inVain.upTo) throw inVain.error;
      return write().catch((error: unknown) => {
        if (isBusy(error)) inVain = { upTo: asked, error };
        throw error;
      });
    });
  };
}

async function openAll({ url, file, busyTimeoutMs }: ConnectionSettings): Promise<Opened> {
  if (file !== ':memory:') {
    await makeDirectory(dirname(file));
    // Created here and not by SQLite, so that only its owner can read it.
    await (await openFile(file, 'a', 0o600)).close();
  }
  const database = await openSqlite(file, { setUp: `${DURABLE};`, busyTimeoutMs });
  try {
    await prepareFormat(database, file);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
  const reader = file === ':memory:' ? database : await openSqlite(file, { setUp: READ_ONLY, busyTimeoutMs });
  const cache = new KeyvSqlite({ uri: url, table: CACHE_TABLE, busyTimeout: busyTimeoutMs });
  // The failure comes back through the query below as well; without a listener the event would end the process.
  cache.on('error', () => undefined);
  try {
    await cache.query(DURABLE);
  } catch (error) {
    await closeAll({ cache, database, reader });
    throw error;
  }
  // In memory, each connection has a database of its own.
  const answers = file === ':memory:' ? cache : withKeptStatement({ cache, reader });
  return { cache, answers, database, reader };
}

/**
 * The same adapter, but for how it reads: Keyv's own prepares a statement for each answer, which is a second way to another
 * thread and back, and takes as long as the reading.
 */
function withKeptStatement({ cache, reader }: Pick<Connections, 'cache' | 'reader'>): KeyvAdapter {
  return {
    get: async (key) => {
      const [row] = await reader.all(READ_ANSWER, [key]);
      return row?.value;
    },
    set: (key, value) => cache.set(key, value),
    delete: (key) => cache.delete(key),
    has: (key) => cache.has(key),
    clear: () => cache.clear(),
  };
}

async function closeAll({ cache, database, reader }: Connections): Promise<void> {
  // One after the other: the last one writes the log back into the file, and of two at once neither is the last.
  await cache.close().catch(() => undefined);
  if (reader !== database) await reader.close().catch(() => undefined);
  await database.close().catch(() => undefined);
}

async function inodeOf(file: string): Promise<number | undefined> {
  if (file === ':memory:') return undefined;
  try {
    return (await stat(file)).ino;
  } catch {
    // A missing file is no error here: it was removed.
    return undefined;
  }
}
