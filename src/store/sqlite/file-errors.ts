import { errorCode } from '../../core/error-code.ts';
import { StoreFailed, StoreUnusable } from '../store-errors.ts';

const NO_RIGHTS =
  'cannot be read and written. Give this user the rights to it and to its directory, or name another place.';
/** The problem with a file, and advice if it is the store. */
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
  const [problem, advice] = SENTENCES[errorCode(error) ?? ''] ?? [];
  return problem === undefined ? undefined : new StoreUnusable(`${file} ${problem}`, advice);
}

/**
 * Turns an error about a file into one that the callers of the store know.
 * @throws StoreUnusable with advice for the operator, StoreFailed if the error may pass by itself
 */
export function throwFileError(error: unknown, file: string, explain = unusableErrorFor): never {
  if (error instanceof StoreFailed) throw error;
  throw explain(error, file) ?? new StoreFailed(error);
}

/**
 * The error for the operator if the file of the answers is damaged. An empty one does not replace
 * it: its answers were paid for, and the operator may have a backup. Undefined for an error of
 * SQLite that may pass by itself.
 */
export function answersErrorFor(error: unknown, file: string): StoreUnusable | undefined {
  if (error instanceof StoreUnusable) return error;
  if (!/^SQLITE_(CORRUPT|NOTADB)$/.test(errorCode(error) ?? '')) return undefined;
  return new StoreUnusable(
    `${file} is damaged.`,
    'Restore a backup (imei-bot restore), or move it away: then answers older than two days are paid for again.',
  );
}
