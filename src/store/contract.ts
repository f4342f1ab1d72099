import type { Keyv } from 'keyv';
import type { Finding } from '../core/findings.ts';
import type { Sql } from './sql.ts';

/** The bot's database. */
export interface Store {
  /** For the cache. Throws on errors: a read that fails is not a miss. */
  readonly keyv: Keyv<string>;
  readonly sql: Sql;
  /** Deletes expired rows. Resolves with their number. */
  sweep(): Promise<number>;
}

/** The database of an installation that this process owns. */
export interface OwnedDatabase {
  readonly sql: Sql;
  /** The path of its file; undefined if it has none. */
  readonly file?: string;
  /**
   * Whether this process still owns the installation. If not, another process may use the limit. Call it when a connection to the
   * service is open.
   */
  holds(): boolean;
  /** Resolves with the reason when this process does not own the installation any more. Then call `close`. */
  readonly lost: Promise<unknown>;
  /** Closes the database, and lets another process own the installation. */
  close(): Promise<void>;
}

/** The result of examining a store. */
export interface Examination {
  readonly findings: readonly Finding[];
  /** Whether a bot works on it. */
  readonly isInUse: boolean;
  /** Whether there is a store, and opening it changes nothing. */
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
