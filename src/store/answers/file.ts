import { errorCode } from '../../core/errors.ts';
import { StoreUnusable } from '../errors.ts';

/**
 * The error for the operator if the file of the answers is damaged. An empty one does not replace
 * it: its answers were paid for, and the operator may have a backup. Undefined for an error of
 * SQLite that may pass by itself.
 */
export function damagedAnswers(error: unknown, file: string): StoreUnusable | undefined {
  if (error instanceof StoreUnusable) return error;
  if (!/^SQLITE_(CORRUPT|NOTADB)$/.test(errorCode(error) ?? '')) return undefined;
  return new StoreUnusable(
    `${file} is damaged.`,
    'Restore a backup (imei-bot restore), or move it away: then answers older than two days are paid for again.',
  );
}
