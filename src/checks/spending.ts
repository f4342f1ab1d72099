import type { Principal } from '../core/adapter.ts';
import { DAY_MS } from '../core/clock.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { SendTable } from '../store/schema/send.ts';
import { createUsageDayTable, type UsageDay } from '../store/schema/usage-day.ts';
import type { Statement } from '../store/sql.ts';
import {
  CheckRefused,
  type CheckRequest,
  type ChecksNeeds,
  createAccounts,
  type Spending,
  type Usage,
} from './contract.ts';
import type { Key } from './key.ts';

/** How old the known number of checks may be when it is compared with the reserve. */
const RESERVE_FIGURE_MS = 10 * 60_000;

type SpendingKind = keyof Spending;
/** The person who wants to spend a check. */
type Purchase = Pick<CheckRequest, 'admin' | 'requester'>;

/**
 * What this installation spent and saved, in checks, by day and by month (UTC), and what each person and everybody together may
 * still spend today. Each check is a row of `send`.
 */
export interface SpendingBook {
  /** Counts in a transaction. */
  count(t: Statement, kind: SpendingKind, amount: number): Promise<void>;
  /** Counts an answer that cost nothing. The next commit writes it; reads here include it at once. */
  saved(): void;
  today(): Promise<Spending>;
  month(): Promise<Spending>;
  /** Checks of a kind in each of the last `days` days, today first. */
  byDay(kind: SpendingKind, days: number): Promise<readonly number[]>;
  /** Refuses a check before it waits for its turn, if it would be refused now. @throws CheckRefused */
  precheck(purchase: Purchase, signal: AbortSignal): Promise<void>;
  /** Decides in the transaction that inserts the row. Resolves with the refusal, or with the checks spent today, this one included. */
  authorize(t: Statement, purchase: Purchase): Promise<CheckRefused | number>;
  /** Alerts admins at 80 % and at the end of the day's budget. */
  warn(spent: number): void;
  /** The keyed hash of the account that pays. */
  accountHash(requester: Principal): string;
  /** What was spent of the day's budget; undefined if there is none. */
  budget(): Promise<Usage['budget']>;
  /** Removes a person from the checks. The number of today's checks stays, so `/forget` does not reset the allowance. */
  forget(requester: Principal): Promise<void>;
}

/** @param key used only if a reserve is set */
export function createSpending(
  { store, seal, clock, observer, health, raise, settings }: ChecksNeeds,
  sends: SendTable,
  key: Pick<Key, 'status' | 'latest'>,
): SpendingBook {
  const { checksPerDay, checksPerDayInAll: inAll, reserve, listed } = settings.allowance;
  const accountOf = createAccounts(listed);
  const { sql } = store;
  const table = createUsageDayTable(sql);
  let written = Promise.resolve();
  /** Saved checks that are counted with the next commit. */
  let unwritten = 0;
  /** The checks left in the month, and when that was known. */
  let known: { readonly left: number; readonly asOf: number } | undefined;

  /** The last midnight (UTC). */
  const today = (): number => clock.now() - (clock.now() % DAY_MS);
  const accountHash = (requester: Principal): string => seal.hash(`account ${accountOf(requester)}`);
  const count: SpendingBook['count'] = async (t, what, times) => {
    if (times !== 0) await table.add(t, { at: today(), what, times });
  };
  /** One statement for all checks that were saved before the commit. */
  const writeSaved = async (): Promise<void> => {
    let times = 0;
    await sql.soon((t) => {
      times = unwritten;
      return count(t, 'saved', times);
    });
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
  const refreshRemaining = async (signal: AbortSignal): Promise<void> => {
    const answer = await key.status({ maxAgeMs: RESERVE_FIGURE_MS, signal }).catch((error: unknown) => {
      // If there is no new status, the last one counts.
      if (error instanceof ServiceFailure) return key.latest();
      throw error;
    });
    const left = answer?.status.checksLeft.month;
    known = answer && typeof left === 'number' ? { left, asOf: answer.checkedAt } : undefined;
  };
  const hasOnlyReserve = async (t: Statement): Promise<boolean> =>
    known !== undefined && known.left - (await sends.spentSince(t, known.asOf)) <= reserve;
  const hasSpentAll = async (t: Statement, requester: Principal): Promise<boolean> =>
    (await sends.spent(t, { account: accountHash(requester), since: today() })) >= checksPerDay;
  const authorize: SpendingBook['authorize'] = async (t, { admin, requester }) => {
    if (!admin && (await hasOnlyReserve(t))) return new CheckRefused('reserve', reserve);
    // First the person's limit: somebody without checks left must not use up everybody's budget.
    if (!admin && (await hasSpentAll(t, requester))) return new CheckRefused('allowance', checksPerDay);
    if (inAll === undefined) return 0;
    const spent = await sends.spent(t, { since: today() });
    return spent >= inAll ? new CheckRefused('budget', inAll) : spent + 1;
  };
  return {
    ...{ count, authorize, accountHash },
    saved: () => {
      observer.saved(1);
      unwritten += 1;
      if (unwritten === 1) written = health.untilDone(writeSaved);
    },
    today: () => sumSince(today()),
    month: () => sumSince(Date.parse(new Date(clock.now()).toISOString().slice(0, 7))),
    byDay: async (kind, days) => {
      const last = today();
      const rows = await read(last - (days - 1) * DAY_MS);
      const times = new Map(rows.filter(({ what }) => what === kind).map((row) => [row.at, row.times]));
      return Array.from({ length: days }, (_, ago) => times.get(last - ago * DAY_MS) ?? 0);
    },
    precheck: async (purchase, signal) => {
      if (reserve > 0 && !purchase.admin) await refreshRemaining(signal);
      const decision = await authorize(sql.read, purchase);
      if (decision instanceof CheckRefused) throw decision;
    },
    warn: (spent) => {
      for (const percent of [80, 100] as const)
        if (inAll !== undefined && spent === Math.ceil((inAll * percent) / 100))
          raise({ kind: 'budget', percent, limit: inAll });
    },
    budget: async () =>
      inAll === undefined
        ? undefined
        : { used: await sends.spent(sql.read, { since: today() }), limit: inAll },
    forget: (requester) => sql.tx((t) => sends.forget(t, seal.hash(`account ${requester}`), today())),
  };
}
