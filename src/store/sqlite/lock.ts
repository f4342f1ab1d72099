import { StoreInUse } from '../unusable.ts';
import { openSqlite } from './database.ts';

const BUSY_TIMEOUT_MS = 200;
/** Else SQLite begins a file of its own beside an empty one with the first lock, and a full disk takes none. */
const NO_FILE_BESIDE = 'PRAGMA journal_mode = MEMORY';

/**
 * Locks a SQLite store for this process until it is released or the process ends in whatever way: the lock is the operating
 * system's, on a small file beside the store, so a crash leaves no stale lock. A new lock file stays empty, so that a full
 * disk does not prevent a start.
 * @param file in a directory that exists
 * @throws StoreInUse
 */
export async function lockStore(file: string): Promise<{ release(): Promise<void> }> {
  const lock = await openSqlite(`${file}.lock`, { setUp: '', busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    await lock.all(NO_FILE_BESIDE);
    await lock.all('BEGIN EXCLUSIVE');
  } catch (error) {
    await lock.close().catch(() => undefined);
    if (error instanceof Error && /SQLITE_BUSY/.test(error.message)) throw new StoreInUse(file);
    throw error;
  }
  return { release: () => lock.close() };
}
