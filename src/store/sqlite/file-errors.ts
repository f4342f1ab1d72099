import { errorCode } from '../../core/error-code.ts';
import { StoreFailed, StoreUnusable } from '../store-errors.ts';

export type FileKind = 'store' | 'answers' | 'lock';

interface BrokenFile {
  readonly problem: string;
  readonly advice: string;
}

const DAMAGED_ANSWERS: BrokenFile = {
  problem: 'is damaged.',
  advice:
    'Restore a backup (imei-bot restore), or move it away: then answers older than two days are paid for again.',
};
const NO_LOCK: BrokenFile = {
  problem: 'is not a lock of imei-bot.',
  advice: 'Remove it: the next start makes a new one.',
};

/** What is wrong with a file that is not a whole database, and what the operator can do. */
const BROKEN_FILES: Readonly<Record<FileKind, Readonly<Record<string, BrokenFile>>>> = {
  store: {
    SQLITE_CORRUPT: {
      problem: 'is damaged.',
      advice: 'Restore a backup (imei-bot restore), or move it away to begin with a new store.',
    },
    SQLITE_NOTADB: {
      problem: 'is not a store of imei-bot.',
      advice: 'Set STORE_URL to another file, or restore this one.',
    },
  },
  answers: { SQLITE_CORRUPT: DAMAGED_ANSWERS, SQLITE_NOTADB: DAMAGED_ANSWERS },
  lock: { SQLITE_CORRUPT: NO_LOCK, SQLITE_NOTADB: NO_LOCK },
};

/** Codes of SQLite and of the system. */
const NO_RIGHTS = new Set([
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_PERM',
  'EACCES',
  'EPERM',
  'EROFS',
]);

/**
 * The error for the operator if a file cannot be used. Undefined for all other errors: they may
 * pass by themselves (a lock, a full disk), or are bugs.
 */
export function unusableErrorFor(
  error: unknown,
  file: string,
  kind: FileKind = 'store',
): StoreUnusable | undefined {
  if (error instanceof StoreUnusable) return error;
  const code = errorCode(error) ?? '';
  if (NO_RIGHTS.has(code)) {
    return new StoreUnusable(
      `${file} cannot be read and written. Give this user the rights to it and to its directory, or name another place.`,
    );
  }
  const broken = BROKEN_FILES[kind][code];
  return broken && new StoreUnusable(`${file} ${broken.problem}`, broken.advice);
}

/**
 * Turns an error about a file into one that the callers of the store know.
 * @throws StoreUnusable for the operator, StoreFailed if the error may pass by itself
 */
export function throwFileError(error: unknown, file: string, kind?: FileKind): never {
  if (error instanceof StoreFailed) throw error;
  throw unusableErrorFor(error, file, kind) ?? new StoreFailed(error);
}
