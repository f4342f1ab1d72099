import type { Keyv } from 'keyv';
import type { Sql } from './sql.ts';

/** What is kept: the seam between the bot and its database. */
export interface Store {
  /** For the cache. Throws on errors: a read that fails is not a miss. */
  readonly keyv: Keyv<string>;
  readonly sql: Sql;
  collection(name: string): Collection;
  /** Deletes what has expired. Resolves with the number of rows. */
  sweep(): Promise<number>;
  /** Why a statement failed. What the database does not know of is `broken`. */
  troubleOf(error: unknown): StoreTrouble;
}

/** Why a store fails, by what can be done about it. */
export type StoreTrouble =
  /** The disk or the memory is full: what is there can be read, and nothing can be written. */
  | 'full'
  /** Another program holds the database. */
  | 'held'
  /** The database is damaged, gone, away or out of reach. */
  | 'broken';

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
  troubleOf(error: unknown): StoreTrouble;
  /** Gives space that is not used back to the disk. */
  shrink?(): Promise<void>;
  /** Closes the database, and lets another process own the installation. */
  close(): Promise<void>;
}

/** Rows of text that outlive the process. Every method is atomic. */
export interface Rows {
  /** Writes a row if there is none of this id (an expired one counts as none). Resolves with whether it did. */
  insert(id: string, value: string, options?: RowOptions): Promise<boolean>;
  get(id: string): Promise<string | undefined>;
  /** Writes a row, over an older one if there is one. */
  put(id: string, value: string, options?: RowOptions): Promise<void>;
  /** Resolves with whether there was a row to delete. */
  delete(id: string): Promise<boolean>;
  /** All rows that have not expired, oldest first. */
  entries(): Promise<Entries>;
  /** The rows whose ids begin with this name and a slash, oldest first. */
  entriesOf(group: string): Promise<Entries>;
  /** `lasting` has those without an expiry. */
  portions(which: 'all' | 'lasting'): AsyncIterable<Entries>;
  /** Adds to a counter, which starts at 0, and resolves with its new value. */
  add(id: string, amount: number, options?: RowOptions): Promise<number>;
}

/** Named rows whose values can be compared as well. */
export interface Collection extends Rows {
  readonly name: string;
  /** Writes over a row while it holds `expected` and has not expired. Resolves with whether it did. */
  replace(id: string, expected: string, value: string, options?: RowOptions): Promise<boolean>;
}

export type Entries = readonly (readonly [id: string, value: string])[];

export interface RowOptions {
  /** Milliseconds since 1970 from which on the row counts as gone. Without it the row stays. */
  readonly expiresAt?: number;
}
