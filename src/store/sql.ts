import type { Query, SqlRow, SqlValue, Work } from '../core/query.ts';

/** A table, in SQL that both databases understand. SQLite accepts any name of a type. */
export interface StoredTable {
  readonly name: string;
  /** Statements that create it if it does not exist. */
  readonly create: readonly string[];
  /**
   * The rows that are swept: `key` is its primary key, `since` a column in milliseconds since 1970.
   * `uptime` is a column in milliseconds since the machine booted: a row of the last day by that
   * column stays, even if it is too old by `since`, since the clock may have been set forward.
   */
  readonly expired: {
    readonly key: string;
    readonly since: string;
    readonly keptMs: number;
    readonly uptime?: string;
  };
}

/** Reads and transactions of a database. */
export interface Sql {
  /** Runs one statement outside of all transactions: it sees what was committed. */
  readonly read: Query;
  /**
   * Runs the work in a transaction. A commit costs a sync of the disk, so transactions that begin
   * in one turn of the event loop, or during a commit, share the next one, in their order.
   * @throws the error of the work, or StoreFailed. If the commit itself fails, the store may have
   *   written it.
   */
  tx<T>(work: Work<T>): Promise<T>;
  /** Resolves when no transaction is running. */
  untilIdle(): Promise<void>;
}

/**
 * Runs one statement, written as a text with placeholders, with its parameters. Only the databases
 * and what opens them use it.
 */
export type TextQuery = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** The template of a statement whose text is not constant: its parts around each value. */
export function templateOf(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}
