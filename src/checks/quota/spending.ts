import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { UsageDay, UsageDayTable } from '../../store/schema/usage-day.ts';
import type { Spending } from '../answer.ts';
import type { CheckObserver } from '../basics.ts';

const KINDS = ['paid', 'saved', 'inDoubt'] as const;
export type SpendingKind = (typeof KINDS)[number];

/** What this installation spent and saved, in checks, by day and by month (UTC). */
export interface SpendingBook {
  /**
   * Counts, for whoever reads here after this, and resolves when it is written. A counter that cannot be written is not
   * worth failing a check for, so this never rejects.
   */
  count(kind: SpendingKind, amount?: number): Promise<void>;
  today(): Promise<Spending>;
  month(): Promise<Spending>;
  /** Checks paid in each of the last `days` days, today first. */
  paidByDay(days: number): Promise<readonly number[]>;
  /** The same for what was answered without paying. */
  savedByDay(days: number): Promise<readonly number[]>;
}

export interface SpendingNeeds {
  readonly table: UsageDayTable;
  readonly clock: Clock;
  readonly observer: Pick<CheckObserver, 'spent' | 'saved' | 'inDoubt'>;
  /** Told when a count could not be written. */
  readonly onError: (error: unknown) => void;
}

export function createSpendingBook({ table, clock, observer, onError }: SpendingNeeds): SpendingBook {
  const observe = { paid: observer.spent, saved: observer.saved, inDoubt: observer.inDoubt };
  /** The last count; transactions keep their order. */
  let written: Promise<void> = Promise.resolve();
  const today = (): number => Date.parse(dayOf(clock.now()));
  const read = async (from: number): Promise<readonly UsageDay[]> => {
    await written;
    return table.since(from);
  };
  const sumSince = async (from: number): Promise<Spending> => {
    const sum = { paid: 0, saved: 0, inDoubt: 0 };
    for (const { what, times } of await read(from)) if (isKind(what)) sum[what] += times;
    return sum;
  };
  const byDay = async (kind: SpendingKind, days: number): Promise<readonly number[]> => {
    const last = today();
    const rows = await read(last - (days - 1) * DAY_MS);
    const times = new Map(rows.filter(({ what }) => what === kind).map((row) => [row.at, row.times]));
    return Array.from({ length: days }, (_, ago) => times.get(last - ago * DAY_MS) ?? 0);
  };
  return {
    count: async (kind, amount = 1) => {
      if (amount === 0) return;
      observe[kind](amount);
      written = table.add({ at: today(), what: kind, times: amount }).catch(onError);
      await written;
    },
    today: () => sumSince(today()),
    month: () => sumSince(Date.parse(monthOf(clock.now()))),
    paidByDay: (days) => byDay('paid', days),
    savedByDay: (days) => byDay('saved', days),
  };
}

function isKind(what: string): what is SpendingKind {
  return (KINDS as readonly string[]).includes(what);
}

/** `2026-11-21`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function monthOf(at: number): string {
  return dayOf(at).slice(0, 7);
}
