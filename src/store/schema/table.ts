/** A table, in words that both dialects understand. SQLite takes any name of a type. */
export interface Table {
  readonly name: string;
  /** Statements that make it where it is not there. */
  readonly create: readonly string[];
  /** Which of its rows are swept. */
  readonly expired: Expired;
}

interface Expired {
  /** The columns of its primary key. */
  readonly key: string;
  /** A column in milliseconds since 1970, indexed if the table is large, and how long a row stays after that. */
  readonly since: string;
  readonly keptMs: number;
}
