import type { Keyv } from 'keyv';
import type { Finding } from '../core/findings.ts';
import type { Sql } from './sql.ts';

/** The bot's database. */
export interface Store {
  /** For the cache. Throws on errors: a read that fails is not a miss. */
  readonly keyv: Keyv<string>;
  readonly sql: Sql;
  /** Deletes what has expired. Resolves with the number of rows. */
  sweep(): Promise<number>;
}

/** The database of an installation that this process owns. */
export interface OwnedDatabase {
  readonly sql: Sql;
  /** The path of its file; undefined if it has none. */
  readonly file?: string;
  /**
   * Whether no other process can own the installation yet. With false the limit may not be this process' alone. Ask it when a
   * connection to the service is made.
   */
  holds(): boolean;
  /** Resolves with the reason when this process does not own the installation any more: it has to close this. */
  readonly lost: Promise<unknown>;
  /** Closes the database, and lets another process own the installation. */
  close(): Promise<void>;
}

/** The result of examining a store. */
export interface Examination {
  readonly findings: readonly Finding[];
  /** Whether a bot works on it. */
  readonly isInUse: boolean;
  /** Whether there is one, and opening it changes nothing of it. */
  readonly isReady: boolean;
  /** The store's own key, sealed with the secret; undefined if there is none. */
  readonly sealedKey: string | undefined;
}

/** One line in a file next to the store, which survives a power loss once it is written. */
export interface MarkFile {
  /** undefined if there is none. Rejects when it cannot be read. */
  read(): Promise<string | undefined>;
  write(mark: string): Promise<void>;
}
