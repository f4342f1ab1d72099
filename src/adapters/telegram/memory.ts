import type { Collection } from '../../store/contract.ts';

/** What this adapter keeps beyond the process. */
export interface PlatformMemory {
  /** Values are kept sealed, since IMEIs are among them. */
  readonly rows: Pick<Collection, 'insert' | 'get' | 'put'>;
  /** Keeps people and chats out of the names of rows. */
  readonly hash: (name: string) => string;
}
