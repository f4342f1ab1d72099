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
