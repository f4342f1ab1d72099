import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Collection } from '../../store/contract.ts';
import type { Spending } from '../answer.ts';
import type { CheckObserver } from '../basics.ts';

const KINDS = ['paid', 'saved', 'inDoubt'] as const;
export type SpendingKind = (typeof KINDS)[number];

/** Counters outlive their month, so that last month can still be looked up. */
const KEPT_MS = 100 * DAY_MS;

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
  readonly counters: Collection;
  readonly clock: Clock;
  readonly observer: Pick<CheckObserver, 'spent' | 'saved' | 'inDoubt'>;
  /** Told when a count could not be written. */
  readonly onError: (error: unknown) => void;
}

export function createSpendingBook({ counters, clock, observer, onError }: SpendingNeeds): SpendingBook {
  const observe = { paid: observer.spent, saved: observer.saved, inDoubt: observer.inDoubt };
  /** What is counted while something is being written, and is written next. */
  const waiting = new Map<SpendingKind, number>();
  /** What writes it, and what is to be waited for before a count is read. */
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const countOf = async (kind: SpendingKind, period: string): Promise<number> => {
    await last;
    return Number((await counters.get(`${kind}/${period}`)) ?? 0);
  };
  const read = async (period: string): Promise<Spending> => {
    const [paid, saved, inDoubt] = await Promise.all(KINDS.map((kind) => countOf(kind, period)));
    return { paid: paid ?? 0, saved: saved ?? 0, inDoubt: inDoubt ?? 0 };
  };
  const byDay = (kind: SpendingKind, days: number): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: days }, (_, ago) => countOf(kind, dayOf(clock.now() - ago * DAY_MS))));
  const write = async (kind: SpendingKind, amount: number): Promise<void> => {
    const now = clock.now();
    const expiresAt = now + KEPT_MS;
    try {
      await Promise.all(
        [dayOf(now), monthOf(now)].map((period) => counters.add(`${kind}/${period}`, amount, { expiresAt })),
      );
    } catch (error) {
      onError(error);
    }
  };
  const writeWaiting = async (): Promise<void> => {
    const counts = [...waiting];
    waiting.clear();
    next = undefined;
    await Promise.all(counts.map((count) => write(...count)));
  };
  return {
    count: async (kind, amount = 1) => {
      if (amount === 0) return;
      observe[kind](amount);
      waiting.set(kind, (waiting.get(kind) ?? 0) + amount);
      next ??= last = last.then(writeWaiting);
      await next;
    },
    today: () => read(dayOf(clock.now())),
    month: () => read(monthOf(clock.now())),
    paidByDay: (days) => byDay('paid', days),
    savedByDay: (days) => byDay('saved', days),
  };
}

/** `2026-11-21`, in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function monthOf(at: number): string {
  return dayOf(at).slice(0, 7);
}
