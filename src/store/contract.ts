import type { Keyv } from 'keyv';
import type { Sql } from './sql.ts';

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
  /**
   * The rows of one group, oldest first: those whose ids begin with its name and a slash. What other groups hold makes it
   * no slower. The name has no slash itself.
   */
  entriesOf(group: string): Promise<Entries>;
  /**
   * The rows in portions, so that a long list is never held whole. `lasting` has those without an expiry, oldest first,
   * and is no slower for the others; `all` has no order. A row that is written meanwhile may be left out.
   */
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

/**
 * What is kept: the seam between the bot and its database. Every method rejects when the database fails: that of an opened
 * one with `StoreFailed`. */
export interface Store {
  /** For the cache. Throws on errors: a read that fails is not a miss. */
  readonly keyv: Keyv<string>;
  readonly sql: Sql;
  collection(name: string): Collection;
  /** Deletes what has expired, so that the file does not grow for ever. Resolves with the number of rows. */
  sweep(): Promise<number>;
  /** Writes and reads a row; rejects with what is wrong. Reopens a file that was removed or replaced. */
  probe(): Promise<void>;
  /** Why one of these methods rejected. What the store does not know of is `broken`. */
  troubleOf(error: unknown): StoreTrouble;
  close(): Promise<void>;
}

/** Why a store fails, by what can be done about it. */
export type StoreTrouble =
  /** The disk or the memory is full: what is there can be read, and nothing can be written. */
  | 'full'
  /** Another program holds the database. */
  | 'held'
  /** The database is damaged, gone, away or out of reach. */
  | 'broken';

/** A row or an answer as it is kept: sealed, where it is sealed. */
export interface StoredRow {
  /** Absent for an answer. */
  readonly collection?: string;
  readonly id: string;
  readonly value: string;
  /** Milliseconds since 1970; undefined if it stays. */
  readonly expiresAt?: number | undefined;
}
