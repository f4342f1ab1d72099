import type { Query } from '../../core/query.ts';
import { DAY_MS } from '../../core/time/clock.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/** Longer than a month, so that an operator can still look up the last month in the database. */
const KEPT_MS = 100 * DAY_MS;

/** Counts of the checks that were paid, saved or in doubt on a day, in UTC. */
export const SPENDING_DAY: StoredTable = {
  name: 'spending_day',
  create: [
    `CREATE TABLE IF NOT EXISTS spending_day (at BIGINT NOT NULL, what TEXT NOT NULL, times BIGINT NOT NULL,
      PRIMARY KEY (at, what))`,
  ],
  expired: { key: 'at, what', since: 'at', keptMs: KEPT_MS },
};

/** How many checks of one kind a day had. */
export interface DayCount {
  /** Start of the day (UTC), in milliseconds since 1970. */
  readonly at: number;
  /** The kind: `paid`, `saved` or `inDoubt`. */
  readonly what: string;
  readonly times: number;
}

export class SpendingDayTable {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Adds to a count, in the transaction of `query`. `times` is below 0 to take back what was
   * counted before.
   */
  async add(query: Query, { at, what, times }: DayCount): Promise<void> {
    await query`INSERT INTO spending_day (at, what, times) VALUES (${at}, ${what}, ${times})
      ON CONFLICT (at, what) DO UPDATE SET times = spending_day.times + excluded.times`;
  }

  /** All counts of the days from this midnight on. */
  async countsSince(from: number): Promise<readonly DayCount[]> {
    const rows = await this.#sql.read`SELECT at, what, times FROM spending_day WHERE at >= ${from}`;
    return rows.map((row) => ({
      at: Number(row.at),
      what: String(row.what),
      times: Number(row.times),
    }));
  }
}
