import type { Clock } from '../../core/clock.ts';
import { createCacheKeyv } from '../cache-keyv.ts';
import type { Store, StoredRow } from '../contract.ts';
import type { OpenDatabase } from '../driver.ts';
import { type ConnectionSettings, createSqliteConnection } from './connection.ts';
import { BUSY_TIMEOUT_MS, troubleOf } from './database.ts';
import { dumpSqlite } from './passes/dump.ts';
import { createPasses } from './passes/portioned.ts';
import { sweepSqlite } from './passes/sweep.ts';
import { checkPlace, fileOf, lockStore, needsNoDraft, placeOf, unusableBecause } from './place.ts';
import { createSqliteRows } from './rows.ts';
import { createSqliteSql } from './sql.ts';

/** A store in a file, which opens with its first use, or at once. */
export interface SqliteStore extends Store {
  /** @throws StoreUnusable, and SQLite's errors */
  open(): Promise<void>;
  /** See `OpenDatabase`. */
  dump(): AsyncIterable<readonly StoredRow[]>;
}

/**
 * A store in one SQLite file, which is created with its directory if there is none. Keyv has its own connection, by which it
 * writes; the collections have one that keeps their statements prepared, by which Keyv reads as well.
 * @param url `sqlite://path/to/file`, or `sqlite://:memory:` for one that ends with the process
 */
export function createSqliteStore(
  url: string,
  clock: Clock,
  {
    busyTimeoutMs = BUSY_TIMEOUT_MS,
    holds,
  }: Partial<Pick<ConnectionSettings, 'busyTimeoutMs' | 'holds'>> = {},
): SqliteStore {
  const file = fileOf(url);
  const connection = createSqliteConnection({ url, file, busyTimeoutMs, holds }, clock);
  const { guard, inTurn } = connection;
  const sql = createSqliteSql(connection);
  const rows = createSqliteRows({ guard, sql }, clock);
  const passes = createPasses({ guard, inTurn, clock, file });
  return {
    keyv: createCacheKeyv('sqlite', connection.guardCache, connection.guardCacheWrites),
    sql,
    collection: rows.collection,
    open: () => guard(async () => undefined),
    dump: () => dumpSqlite(guard, clock),
    sweep: () => sweepSqlite(passes.inPortions, clock),
    probe: async () => {
      await connection.giveUpIfReplaced();
      await rows.collection('probe').put('probe', String(clock.now()));
    },
    troubleOf,
    close: async () => {
      await rows.idle();
      await inTurn(connection.close);
      await passes.end();
    },
  };
}

/**
 * @param url `sqlite://path`, or `sqlite://:memory:` for one that ends with the process
 * @throws StoreInUse, StoreUnusable
 */
export async function openSqliteStore(url: string, clock: Clock): Promise<OpenDatabase> {
  const file = fileOf(url);
  if (file === ':memory:') {
    const store = createSqliteStore(url, clock);
    return { store, holds: () => true, dump: store.dump, close: store.close };
  }
  await checkPlace(file);
  const held = placeOf(file);
  const lock = await lockStore(file);
  await needsNoDraft(held).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const store = createSqliteStore(url, clock, { holds: lock.holds });
  const close = async (): Promise<void> => {
    await store.close();
    await lock.release();
  };
  try {
    await store.open();
  } catch (error) {
    const reason = unusableBecause(error, file);
    // An error that may pass by itself shows as a failing store, and people are answered meanwhile.
    if (reason !== undefined) {
      await close();
      throw reason;
    }
  }
  return { store, file, holds: lock.holds, dump: store.dump, close };
}
