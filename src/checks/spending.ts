import { type Clock, DAY_MS } from '../core/clock.ts';
import { midnightBefore } from '../core/days.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { StoreFailed } from '../store/errors.ts';
import type { StoreHealth } from '../store/health.ts';
import { type UsageDay, UsageDayTable } from '../store/schema/usage-day.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { Spending } from './usage.ts';

type SpendingKind = keyof Spending;

interface SpendingOptions {
  readonly sql: Sql;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly metrics: Pick<Metrics, 'saved'>;
  readonly clock: Clock;
}

/** What this installation spent and saved, in checks, by day and by month (UTC). */
export class SpendingBook {
  readonly #options: SpendingOptions;
  readonly #table: UsageDayTable;
  #written = Promise.resolve();
  /** Saved checks that are counted with the next commit. */
  #unwritten = 0;

  constructor(options: SpendingOptions) {
    this.#options = options;
    this.#table = new UsageDayTable(options.sql);
  }

  /** Counts in a transaction. `times` may be below 0. */
  async count(t: Statement, what: SpendingKind, times: number): Promise<void> {
    if (times !== 0) await this.#table.add(t, { at: this.#today(), what, times });
  }

  /**
   * Counts an answer that cost nothing. The next commit writes it; reads here include it at once.
   */
  saved(): void {
    this.#options.metrics.saved(1);
    this.#unwritten += 1;
    if (this.#unwritten > 1) return;
    this.#written = this.#options.health.writeOrQueue('saved checks', () => this.#writeSaved());
  }

  /** Since midnight (UTC). Rejects if the store fails. */
  today(): Promise<Spending> {
    return this.#sumSince(this.#today());
  }

  /** Since the first of the month (UTC). Rejects if the store fails. */
  month(): Promise<Spending> {
    const now = new Date(this.#options.clock.now());
    return this.#sumSince(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  }

  /**
   * Checks of a kind in each of the last `days` days, today first. Rejects if the store fails.
   */
  async byDay(kind: SpendingKind, days: number): Promise<readonly number[]> {
    const last = this.#today();
    const rows = await this.#since(last - (days - 1) * DAY_MS);
    const times = new Map(
      rows.filter(({ what }) => what === kind).map((row) => [row.at, row.times]),
    );
    return Array.from({ length: days }, (_, ago) => times.get(last - ago * DAY_MS) ?? 0);
  }

  async #writeSaved(): Promise<void> {
    try {
      while (this.#unwritten > 0) await this.#writeOnce();
    } catch (error) {
      // A bug, which is not repeated: what comes later is counted again.
      if (!(error instanceof StoreFailed)) this.#unwritten = 0;
      throw error;
    }
  }

  /** Writes all checks that were saved before the commit by one statement. */
  async #writeOnce(): Promise<void> {
    let times = 0;
    await this.#options.sql.tx((t) => {
      times = this.#unwritten;
      return this.count(t, 'saved', times);
    });
    this.#unwritten -= times;
  }

  async #sumSince(from: number): Promise<Spending> {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { what, times } of await this.#since(from)) sum[what as SpendingKind] += times;
    return sum;
  }

  async #since(from: number): Promise<readonly UsageDay[]> {
    await this.#written;
    return this.#table.since(from);
  }

  #today(): number {
    return midnightBefore(this.#options.clock.now());
  }
}
