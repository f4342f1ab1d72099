import type { Collection } from '../../store/contract.ts';
import { entryOf, type OpenRequest, textOf } from './row.ts';
import type { Change } from './unwritten.ts';

/** Attempts to change a row that other processes change too; collisions are rare. */
const CHANGE_TRIES = 10;

/** Changes an open row. Resolves with the entry before the change, or undefined if it is not open. */
export type ChangeRow = (id: string, change: Change) => Promise<OpenRequest | undefined>;

/**
 * Creates what changes rows.
 * @param tell called before where a reply stands is written, since a write that is rejected may be carried out all the same. It
 * returns what takes that back, for a write that certainly was not: another process has changed the row before
 */
export function createChangeRow(
  rows: Pick<Collection, 'get' | 'replace'>,
  tell: (id: string) => () => void,
): ChangeRow {
  return async (id, change) => {
    for (let tries = 0; tries < CHANGE_TRIES; tries += 1) {
      const text = await rows.get(id);
      const entry = entryOf(text);
      if (text === undefined || entry === undefined) return undefined;
      const next = change(entry);
      const changed = textOf(next);
      const takeBack = next.request.target === entry.request.target ? undefined : tell(id);
      if (changed === text || (await rows.replace(id, text, changed))) return entry;
      takeBack?.();
    }
    throw new Error(`the row of request ${id} keeps changing`);
  };
}
