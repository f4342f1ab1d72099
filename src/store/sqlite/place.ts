import { statSync } from 'node:fs';
import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, ignoreMissing } from '../../core/errors.ts';
import { closeQuietly } from '../close.ts';
import { nearestExisting } from '../disk.ts';
import { StoreInUse, StoreUnusable } from '../errors.ts';
import { lockFileOf, realPathOf } from '../installation.ts';
import { isBusy, openSqlite } from './database.ts';

/** How long a start waits for a store that another process may be about to release. */
const LOCK_TIMEOUT_MS = 200;
/** Otherwise SQLite writes a journal file at the first lock, which fails on a full disk. */
const JOURNAL_IN_MEMORY = 'PRAGMA journal_mode = MEMORY';

/**
 * Checks a path before SQLite does, whose "unable to open" does not say what to do. Creates the
 * directory if it is missing.
 * @throws StoreUnusable
 */
export async function preparePath(file: string): Promise<void> {
  const directory = dirname(file);
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw refusal(directory, `the directory cannot be made (${codeOf(error)})`);
  });
  await checkPath(file);
}

/**
 * Like `preparePath`, but creates nothing.
 * @throws StoreUnusable
 */
export async function checkPath(file: string): Promise<void> {
  const needsRights = (path: string) =>
    access(path, constants.R_OK | constants.W_OK).catch((error: unknown) => {
      throw refusal(
        path,
        `it cannot be read and written (${codeOf(error)}); give this user the rights`,
      );
    });
  // SQLite creates files next to it: its log, and the lock.
  await needsRights(nearestExisting(dirname(file)));
  const found = await ignoreMissing(stat(file)).catch((error: unknown) => {
    throw refusal(file, `it cannot be opened (${codeOf(error)})`);
  });
  if (found === undefined) return;
  if (found.isDirectory())
    throw refusal(file, `it is a directory; sqlite://${file}/imei-bot.sqlite would do`);
  if (!found.isFile()) throw refusal(file, 'it is not a file');
  // Each hard link would get its own lock, so two processes could open one store and cross the
  // limit together.
  if (found.nlink > 1) throw refusal(file, 'it has another name (a hard link)');
  await needsRights(file);
}

function refusal(path: string, why: string): StoreUnusable {
  return new StoreUnusable(
    `STORE_URL: ${path} cannot be used: ${why}. Or set STORE_URL to another place.`,
  );
}

const NO_RIGHTS =
  'cannot be read and written. Give this user the rights to it and to its directory, or name another place.';
/** What is wrong with a file, and what to do if it is the store. */
const SENTENCES: Readonly<Record<string, readonly [problem: string, advice?: string]>> = {
  SQLITE_CORRUPT: [
    'is damaged.',
    'Restore a backup (imei-bot restore), or move it away to begin with a new store.',
  ],
  SQLITE_NOTADB: [
    'is not a store of imei-bot.',
    'Set STORE_URL to another file, or restore this one.',
  ],
  SQLITE_CANTOPEN: [NO_RIGHTS],
  SQLITE_READONLY: [NO_RIGHTS],
  SQLITE_PERM: [NO_RIGHTS],
  EACCES: [NO_RIGHTS],
  EPERM: [NO_RIGHTS],
  EROFS: [NO_RIGHTS],
};

/**
 * The error for the operator if a file cannot be used; undefined if that may pass by itself (a
 * lock, a full disk).
 */
export function unusableErrorFor(error: unknown, file: string): StoreUnusable | undefined {
  if (error instanceof StoreUnusable) return error;
  const [problem, advice] = SENTENCES[codeOf(error) ?? ''] ?? [];
  return problem === undefined ? undefined : new StoreUnusable(`${file} ${problem}`, advice);
}

/** The lock of this process on a store. */
export interface StoreLock {
  /**
   * Whether a new process would still need this lock. If its file was removed, or moved with the
   * directory, or a link leads to another file, another process can lock a new file, and both would
   * own the store.
   */
  holds(): boolean;
  release(): Promise<void>;
}

/**
 * Locks a SQLite store for this process until it is released or the process ends in whatever way:
 * the lock is the operating system's, on a small file next to the store, so a crash leaves no stale
 * lock. A new lock file stays empty, so that a full disk does not prevent a start.
 * @param file in a directory that exists
 * @throws StoreInUse, StoreUnusable
 */
export async function lockStore(file: string): Promise<StoreLock> {
  const place = realPathOf(file);
  const name = lockFileOf(file);
  // Else SQLite makes it readable by all. If this fails, SQLite says why right below.
  await writeFile(name, '', { flag: 'a', mode: 0o600 }).catch(() => undefined);
  const lock = await openSqlite(name, { busyTimeoutMs: LOCK_TIMEOUT_MS }).catch(
    (error: unknown) => {
      throw unusableErrorFor(error, name) ?? error;
    },
  );
  try {
    await lock.query(JOURNAL_IN_MEMORY);
    await lock.query('BEGIN EXCLUSIVE');
    const { dev, ino } = await stat(name);
    const holds = (): boolean => {
      try {
        const found = statSync(lockFileOf(file));
        // The disk too: the same number may be another file's where one was mounted meanwhile.
        return found.ino === ino && found.dev === dev;
      } catch (error) {
        // If the directory cannot be read any more, no other process can have locked it.
        return codeOf(error) !== 'ENOENT';
      }
    };
    return { holds, release: () => lock.close() };
  } catch (error) {
    await closeQuietly(lock);
    if (isBusy(error)) throw new StoreInUse(place);
    throw unusableErrorFor(error, name) ?? error;
  }
}
