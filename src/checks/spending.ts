import { type Clock, DAY_MS } from '../core/clock.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import type { StoreHealth } from '../store/health.ts';
import { createUsageDayTable, type UsageDay } from '../store/schema/usage-day.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { Spending } from './contract.ts';

type SpendingKind = keyof Spending;

export type SpendingBook = ReturnType<typeof createSpending>;

/** What this installation spent and saved, in checks, by day and by month (UTC). */
export function createSpending(
  sql: Sql,
  clock: Clock,
  health: Pick<StoreHealth, 'untilDone'>,
  observer: Pick<Metrics, 'saved'>,
) {
  const table = createUsageDayTable(sql);
  let written = Promise.resolve();
  /** Saved checks that are counted with the next commit. */
  let unwritten = 0;

  const today = (): number => midnightBefore(clock.now());
  /** Counts in a transaction. */
  const count = async (t: Statement, what: SpendingKind, times: number): Promise<void> => {
    if (times !== 0) await table.add(t, { at: today(), what, times });
  };
  /** One statement for all checks that were saved before the commit. */
  const writeSaved = async (): Promise<void> => {
    let times = 0;
    await sql.tx((t) => {
      times = unwritten;
      return count(t, 'saved', times);
    }, 'soon');
    unwritten -= times;
    if (unwritten > 0) await writeSaved();
  };
  const read = async (from: number): Promise<readonly UsageDay[]> => {
    await written;
    return table.since(from);
  };
  const sumSince = async (from: number): Promise<Spending> => {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { what, times } of await read(from)) sum[what as SpendingKind] += times;
    return sum;
  };
  return {
    count,
    /** Counts an answer that cost nothing. The next commit writes it; reads here include it at once. */
    saved: (): void => {
      observer.saved(1);
      unwritten += 1;
      if (unwritten === 1) written = health.untilDone(writeSaved);
    },
    today: () => sumSince(today()),
    month: () => sumSince(Date.parse(new Date(clock.now()).toISOString().slice(0, 7))),
    /** Checks of a kind in each of the last `days` days, today first. */
    byDay: async (kind: SpendingKind, days: number): Promise<readonly number[]> => {
      const last = today();
      const rows = await read(last - (days - 1) * DAY_MS);
      const times = new Map(
        rows.filter(({ what }) => what === kind).map((row) => [row.at, row.times]),
      );
      return Array.from({ length: days }, (_, ago) => times.get(last - ago * DAY_MS) ?? 0);
    },
  };
}

/** The last midnight (UTC). */
export function midnightBefore(at: number): number {
  return at - (at % DAY_MS);
}
