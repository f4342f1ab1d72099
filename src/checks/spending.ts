import { DAY_MS } from '../core/clock.ts';
import { createUsageDayTable, type UsageDay } from '../store/schema/usage-day.ts';
import type { Statement } from '../store/sql.ts';
import type { Spending } from './answer.ts';
import type { ChecksNeeds } from './basics.ts';

const KINDS = ['paid', 'saved', 'inDoubt'] as const;
export type SpendingKind = (typeof KINDS)[number];

/** What this installation spent and saved, in checks, by day and by month (UTC). */
export interface SpendingBook {
  /** Counts in a transaction. */
  count(t: Statement, kind: SpendingKind, amount: number): Promise<void>;
  /** Counts an answer that cost nothing, for those who read here after this, and writes it with the next commit. */
  saved(): void;
  today(): Promise<Spending>;
  month(): Promise<Spending>;
  /** Checks of a kind in each of the last `days` days, today first. */
  byDay(kind: SpendingKind, days: number): Promise<readonly number[]>;
}

export function createSpendingBook({
  store,
  clock,
  observer,
  health,
}: Pick<ChecksNeeds, 'store' | 'clock' | 'observer' | 'health'>): SpendingBook {
  const table = createUsageDayTable(store.sql);
  let written = Promise.resolve();
  const today = (): number => startOfDay(clock.now());
  const count: SpendingBook['count'] = async (t, what, times) => {
    if (times !== 0) await table.add(t, { at: today(), what, times });
  };
  const read = async (from: number): Promise<readonly UsageDay[]> => {
    await written;
    return table.since(from);
  };
  const sumSince = async (from: number): Promise<Spending> => {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { what, times } of await read(from)) if (isKind(what)) sum[what] += times;
    return sum;
  };
  return {
    count,
    saved: () => {
      observer.saved(1);
      written = health.untilDone(() => store.sql.soon((t) => count(t, 'saved', 1)));
    },
    today: () => sumSince(today()),
    month: () => sumSince(Date.parse(dayOf(clock.now()).slice(0, 7))),
    byDay: async (kind, days) => {
      const last = today();
      const rows = await read(last - (days - 1) * DAY_MS);
      const times = new Map(rows.filter(({ what }) => what === kind).map((row) => [row.at, row.times]));
      return Array.from({ length: days }, (_, ago) => times.get(last - ago * DAY_MS) ?? 0);
    },
  };
}

function isKind(what: string): what is SpendingKind {
  return (KINDS as readonly string[]).includes(what);
}

/** `2026-11-21`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The midnight (UTC) before it. */
export function startOfDay(at: number): number {
  return at - (at % DAY_MS);
}
