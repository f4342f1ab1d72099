import { realpathSync } from 'node:fs';
import { codeOf } from '../../core/errors.ts';
import { StoreUnusable } from '../errors.ts';

/** The file with the saved answers of a store in a file, next to the file that a link leads to. */
export function answersFileOf(store: string): string {
  return `${realPathOf(store)}.answers`;
}

/** The real path of a store, which need not exist yet: a symbolic link to it is the same store. */
export function realPathOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // It is not there yet, or opening it reports why it cannot be read.
    return file;
  }
}

/**
 * The error for the operator if the file of the answers is damaged. An empty one does not replace
 * it: its answers were paid for, and the operator may have a backup. Undefined for an error of
 * SQLite that may pass by itself.
 */
export function damagedAnswers(error: unknown, file: string): StoreUnusable | undefined {
  if (error instanceof StoreUnusable) return error;
  if (!/^SQLITE_(CORRUPT|NOTADB)$/.test(codeOf(error) ?? '')) return undefined;
  return new StoreUnusable(
    `${file} is damaged.`,
    'Restore a backup (imei-bot restore), or move it away: then answers older than two days are paid for again.',
  );
}
