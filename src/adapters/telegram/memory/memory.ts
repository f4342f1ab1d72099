import type { Clock } from '../../../core/clock.ts';
import type { Collection } from '../../../store/contract.ts';

/** What this adapter stores beyond the process. */
export interface PlatformMemory {
  /** Values are sealed, since they contain IMEIs. */
  readonly rows: Pick<Collection, 'insert' | 'get' | 'put' | 'entriesOf' | 'delete'>;
  /** Keyed hash that keeps people and chats out of row names. */
  readonly hash: (name: string) => string;
  /** What the name was hashed to with secrets that have been replaced since, and are still in the list. */
  readonly formerHashes: (name: string) => readonly string[];
}

/** What each of the memories works with. */
export interface MemoryNeeds {
  /** undefined where what one process knows by itself is enough. */
  readonly shared?: PlatformMemory | undefined;
  readonly clock: Clock;
}

/** The row of this name, also if it was stored under a secret that has been replaced since. */
export async function recallRow(
  { rows, hash, formerHashes }: PlatformMemory,
  name: string,
): Promise<string | undefined> {
  for (const id of [hash(name), ...formerHashes(name)]) {
    const row = await rows.get(id);
    if (row !== undefined) return row;
  }
  return undefined;
}
