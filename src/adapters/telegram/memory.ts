import type { Collection } from '../../store/contract.ts';

/** What this adapter stores beyond the process. */
export interface PlatformMemory {
  /** Values are sealed, since they contain IMEIs. */
  readonly rows: Pick<Collection, 'insert' | 'get' | 'put' | 'entriesOf' | 'delete'>;
  /** Keyed hash that keeps people and chats out of row names. */
  readonly hash: (name: string) => string;
}
