import type { Query } from '../../core/query.ts';
import { DAY_MS } from '../../core/time/clock.ts';
import type { Sql } from '../sql.ts';
import type { StoredTable } from './stored-table.ts';

/** Longer than a month, so that the last month can still be looked up. */
const KEPT_MS = 100 * DAY_MS;

/** Counts of what happened on a day, in UTC; `at` is its midnight. */
export const USAGE_DAY: StoredTable = {
  name: 'usage_day',
  create: [
    `CREATE TABLE IF NOT EXISTS usage_day (at BIGINT NOT NULL, what TEXT NOT NULL, times BIGINT NOT NULL,
      PRIMARY KEY (at, what))`,
  ],
  expired: { key: 'at, what', since: 'at', keptMs: KEPT_MS },
};

export interface UsageDay {
  /** Start of the day (UTC), in milliseconds since 1970. */
  readonly at: number;
  readonly what: string;
  readonly times: number;
}

/** Counts by day. `add` is part of the transaction whose `query` it gets. */
export class UsageDayTable {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** `times` may be below 0. */
  async add(query: Query, { at, what, times }: UsageDay): Promise<void> {
    await query`INSERT INTO usage_day (at, what, times) VALUES (${at}, ${what}, ${times})
      ON CONFLICT (at, what) DO UPDATE SET times = usage_day.times + excluded.times`;
  }

  /** All counts of the days from this one on. */
  async countsSince(from: number): Promise<readonly UsageDay[]> {
    const rows = await this.#sql.read`SELECT at, what, times FROM usage_day WHERE at >= ${from}`;
    return rows.map((row) => ({
      at: Number(row.at),
      what: String(row.what),
      times: Number(row.times),
    }));
  }
}
