import type { Query } from '../core/query.ts';
import type { Clock } from '../core/time/clock.ts';
import { startOfUtcDay } from '../core/time/days.ts';
import { SpendingDayTable } from '../store/schema/spending-day-table.ts';
import type { Sql } from '../store/sql.ts';
import type { Spending } from './usage.ts';

type SpendingKind = keyof Spending;

interface SpendingOptions {
  readonly sql: Sql;
  readonly clock: Clock;
}

/** Counts the checks that were paid, saved or in doubt, by day and by month (UTC). */
export class SpendingBook {
  readonly #clock: Clock;
  readonly #table: SpendingDayTable;

  constructor({ sql, clock }: SpendingOptions) {
    this.#clock = clock;
    this.#table = new SpendingDayTable(sql);
  }

  /**
   * Counts in the transaction of `query`.
   * @param times below 0 to take back what was counted before
   * @param at when it happened, in milliseconds since 1970, if that was earlier: while the store
   *   fails, even days may pass before it can be counted
   */
  async count(
    query: Query,
    what: SpendingKind,
    times: number,
    at = this.#clock.now(),
  ): Promise<void> {
    if (times !== 0) await this.#table.add(query, { at: startOfUtcDay(at), what, times });
  }

  /**
   * What was spent and saved since midnight (UTC).
   * @throws StoreFailed
   */
  today(): Promise<Spending> {
    return this.spendingBetween(startOfUtcDay(this.#clock.now()));
  }

  /**
   * What was spent and saved since the first of the month (UTC).
   * @throws StoreFailed
   */
  month(): Promise<Spending> {
    const now = new Date(this.#clock.now());
    return this.spendingBetween(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  }

  /**
   * What was spent and saved from one midnight (UTC) until another one, in milliseconds since 1970.
   * @throws StoreFailed
   */
  async spendingBetween(from: number, until = Number.POSITIVE_INFINITY): Promise<Spending> {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { at, what, times } of await this.#table.countsSince(from)) {
      if (at >= until) continue;
      // Only this class writes these rows.
      const kind = what as SpendingKind;
      sum[kind] += times;
    }
    return sum;
  }
}
