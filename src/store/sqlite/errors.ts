import { codeOf } from '../../core/errors.ts';
import type { StoreTrouble } from '../contract.ts';

/** SQLite's name of an error, such as `SQLITE_BUSY`; '' for any other error. */
function sqliteCode(error: unknown): string {
  const code = codeOf(error) ?? '';
  return code.startsWith('SQLITE_') ? code : '';
}

/** Another program locked the file for longer than a statement waits. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error));
}

/** Whether the connection has to be replaced; SQLITE_BUSY, FULL and CONSTRAINT pass by themselves. */
export function isConnectionBroken(error: unknown): boolean {
  return /^SQLITE_(CANTOPEN|CORRUPT|NOTADB|IOERR|READONLY|MISUSE|ERROR)/.test(sqliteCode(error));
}

export function troubleOf(error: unknown): StoreTrouble {
  if (sqliteCode(error) === 'SQLITE_FULL') return 'full';
  return isBusy(error) ? 'held' : 'broken';
}
