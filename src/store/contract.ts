import type { Keyv } from 'keyv';
import type { Sql } from './sql.ts';

/** What is kept: the seam between the bot and its database. */
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
  /** The path beside which small files can be kept; undefined where there is no file. */
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
