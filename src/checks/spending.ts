import type { Query } from '../core/query.ts';
import type { Clock } from '../core/time/clock.ts';
import { startOfUtcDay } from '../core/time/days.ts';
import { UsageDayTable } from '../store/schema/usage-day-table.ts';
import type { Sql } from '../store/sql.ts';
import type { Spending } from './usage.ts';

type SpendingKind = keyof Spending;

interface SpendingOptions {
  readonly sql: Sql;
  readonly clock: Clock;
}

/** Counts of what this installation spent and saved, in checks, by day and by month (UTC). */
export class SpendingBook {
  readonly #options: SpendingOptions;
  readonly #table: UsageDayTable;

  constructor(options: SpendingOptions) {
    this.#options = options;
    this.#table = new UsageDayTable(options.sql);
  }

  /**
   * Counts in a transaction, which may be written days later. `times` may be below 0.
   * @param at when it happened, in milliseconds since 1970
   */
  async count(
    query: Query,
    what: SpendingKind,
    times: number,
    at = this.#options.clock.now(),
  ): Promise<void> {
    if (times !== 0) await this.#table.add(query, { at: startOfUtcDay(at), what, times });
  }

  /**
   * Since midnight (UTC).
   * @throws StoreFailed
   */
  today(): Promise<Spending> {
    return this.spentBetween(startOfUtcDay(this.#options.clock.now()));
  }

  /**
   * Since the first of the month (UTC).
   * @throws StoreFailed
   */
  month(): Promise<Spending> {
    const now = new Date(this.#options.clock.now());
    return this.spentBetween(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  }

  /**
   * From one midnight (UTC) until another one, in milliseconds since 1970.
   * @throws StoreFailed
   */
  async spentBetween(from: number, until = Number.POSITIVE_INFINITY): Promise<Spending> {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { at, what, times } of await this.#table.countsSince(from)) {
      // Only this class writes these rows.
      if (at < until) sum[what as SpendingKind] += times;
    }
    return sum;
  }
}
