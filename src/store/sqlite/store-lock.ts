import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { errorCode } from '../../core/error-code.ts';
import { closeQuietly } from '../closable.ts';
import { lockFileOf, resolveLink } from '../file-names.ts';
import { StoreInUse } from '../store-errors.ts';
import { throwFileError } from './file-errors.ts';
import { makePrivateFile } from './private-file.ts';
import { isBusy, openSqlite } from './sqlite-database.ts';

/** Time for which a start waits for a store that another process may be about to release. */
const LOCK_TIMEOUT_MS = 200;
/** If it is not set, SQLite writes a journal file at the first lock, which fails on a full disk. */
const JOURNAL_IN_MEMORY = 'PRAGMA journal_mode = MEMORY';

export interface StoreLock {
  /**
   * Whether a new process would still need this lock. If its file was removed, or moved with the
   * directory, or a link leads to another file, another process can lock a new file, and both would
   * own the store.
   */
  isHeld(): boolean;
  release(): Promise<void>;
}

/**
 * Locks a SQLite store for this process until it is released or the process ends in whatever way:
 * the lock is the operating system's, on a small file next to the store, so a crash leaves no stale
 * lock. A new lock file stays empty, so that a full disk does not prevent a start.
 * @param file in a directory that exists
 * @throws StoreInUse, StoreUnusable, StoreFailed for what may pass by itself
 */
export async function lockStore(file: string): Promise<StoreLock> {
  const realPath = resolveLink(file);
  const name = lockFileOf(file);
  // If this fails, SQLite says why right below.
  await makePrivateFile(name).catch(() => undefined);
  const lock = await openSqlite(name, { busyTimeoutMs: LOCK_TIMEOUT_MS }).catch((error: unknown) =>
    throwFileError(error, name, 'lock'),
  );
  try {
    await lock.query(JOURNAL_IN_MEMORY);
    await lock.query('BEGIN EXCLUSIVE');
    const locked = await stat(name);
    return {
      isHeld: () => wouldLock(file, locked),
      release: () => lock.close(),
    };
  } catch (error) {
    await closeQuietly(lock);
    if (isBusy(error)) throw new StoreInUse(realPath);
    throwFileError(error, name, 'lock');
  }
}

/** Whether a new process would lock this file to own the store. */
function wouldLock(store: string, { dev, ino }: Stats): boolean {
  try {
    const found = statSync(lockFileOf(store));
    // The disk too: the same number may be another file's where one was mounted meanwhile.
    return found.ino === ino && found.dev === dev;
  } catch (error) {
    // If the directory cannot be read any more, no other process can have locked it.
    return errorCode(error) !== 'ENOENT';
  }
}
