import type { Keyv } from 'keyv';

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
  entries(): Promise<readonly (readonly [id: string, value: string])[]>;
  /** Adds to a counter, which starts at 0, and resolves with its new value. */
  add(id: string, amount: number, options?: RowOptions): Promise<number>;
}

/** Named rows whose values can be compared as well, which those that are sealed cannot. */
export interface Collection extends Rows {
  /** Writes over a row while it holds `expected` and has not expired. Resolves with whether it did. */
  replace(id: string, expected: string, value: string, options?: RowOptions): Promise<boolean>;
  /** Deletes a row while it holds `expected`. Resolves with whether it did. */
  deleteIf(id: string, expected: string): Promise<boolean>;
}

export interface RowOptions {
  /** Milliseconds since 1970 from which on the row counts as gone. Without it the row stays. */
  readonly expiresAt?: number;
}

/** What is kept: the seam between the bot and its database. Every method rejects when the database fails. */
export interface Store {
  /** For the cache. Throws on errors: a read that fails is not a miss. */
  readonly keyv: Keyv<string>;
  collection(name: string): Collection;
  /** Deletes what has expired, so that the file does not grow for ever. Resolves with the number of rows. */
  sweep(): Promise<number>;
  /** Writes and reads a row; rejects with what is wrong. Reopens a file that was removed or replaced. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
