import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import type { SendTable } from '../store/schema/send.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Sql, Statement } from '../store/sql.ts';
import { type Budget, CheckRefused, type CheckRequest } from './answer.ts';
import type { AccountOf, RaiseAlert } from './basics.ts';
import { dayOf, startOfDay } from './spending.ts';

const LOW_PERCENT = 80;

export interface AllowanceSettings {
  /** Checks a person may spend in a day (UTC); admins are exempt. */
  readonly checksPerDay: number;
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
  /** Checks all may spend in a day together, admins as well. Without it there is no such limit. */
  readonly checksPerDayInAll?: number | undefined;
  /** Chats that have an account of their own, since the operator has listed them. */
  readonly listed?: readonly Principal[];
}

/** The month's checks that the service said were left, and when. */
export interface ChecksLeftAt {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly asOf: number;
}

/** Who wants to spend a check. */
export type Purchase = Pick<CheckRequest, 'admin' | 'requester' | 'signal'>;

/** Limits how much of the operator's money each person and the installation spend in a day: each check is a row of `send`. */
export interface Allowance {
  /**
   * Looks before the check waits for its turn whether it will be refused, with those that wait already counted as spent.
   * Resolves with the function to call when it waits no more. Throws `CheckRefused`.
   */
  enter(purchase: Purchase): Promise<() => void>;
  /** Decides in the transaction that makes the row. Resolves with the refusal, or with what all have spent with this one. */
  decide(t: Statement, purchase: Purchase): Promise<CheckRefused | number>;
  /** Alerts admins to what all have spent today. */
  spent(inAll: number): void;
  /** The keyed hash of the account that pays. */
  accountOf(requester: Principal): string;
  /** What the installation has spent of its day's budget; undefined if it has none. */
  budget(): Promise<Budget | undefined>;
  /** Takes a person's name off what was counted before today: to be forgotten is no way to begin the day anew. */
  forget(requester: Principal): Promise<void>;
}

export interface AllowanceNeeds {
  readonly sql: Sql;
  readonly sends: SendTable;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly settings: AllowanceSettings;
  readonly accountOf: AccountOf;
  readonly raise: RaiseAlert;
  /** Checks left this month as far as is known; asked only if a reserve is set. */
  readonly checksLeft: (signal: AbortSignal) => Promise<ChecksLeftAt | undefined>;
}

/** Checks that wait for their turn, by account and in all. */
interface Waiting {
  of(account: string): number;
  readonly all: number;
}

const NOBODY: Waiting = { of: () => 0, all: 0 };

export function createAllowance(needs: AllowanceNeeds): Allowance {
  const { sql, sends, seal, clock, settings } = needs;
  const { checksPerDay, checksPerDayInAll: inAll, reserve } = settings;
  const accountOf = (requester: Principal): string => seal.hash(`account ${needs.accountOf(requester)}`);
  const spentByAll = (t: Statement) => sends.spent(t, { since: startOfDay(clock.now()) });
  const waiting = createWaiting();
  const warn = createBudgetAlert(needs);
  let left: ChecksLeftAt | undefined;

  const isOnlyReserveLeft = async (t: Statement, before: Waiting): Promise<boolean> =>
    left !== undefined && left.left - (await sends.spentSince(t, left.asOf)) - before.all <= reserve;
  const hasSpentAll = async (t: Statement, requester: Principal, before: Waiting): Promise<boolean> => {
    const account = accountOf(requester);
    const spent = await sends.spent(t, { account, since: startOfDay(clock.now()) });
    return spent + before.of(account) >= checksPerDay;
  };
  const decide = async (
    t: Statement,
    { admin, requester }: Purchase,
    before: Waiting,
  ): Promise<CheckRefused | number> => {
    if (!admin && (await isOnlyReserveLeft(t, before))) return new CheckRefused('reserve', reserve);
    // The person's limit first: somebody without checks left takes nothing from the others' budget.
    if (!admin && (await hasSpentAll(t, requester, before)))
      return new CheckRefused('allowance', checksPerDay);
    if (inAll === undefined) return 0;
    const spent = (await spentByAll(t)) + before.all;
    return spent >= inAll ? new CheckRefused('budget', inAll) : spent + 1;
  };
  return {
    accountOf,
    enter: async (purchase) => {
      if (reserve > 0 && !purchase.admin) left = await needs.checksLeft(purchase.signal);
      const decided = await decide(sql.read, purchase, waiting);
      if (decided instanceof CheckRefused) throw decided;
      return waiting.enter(purchase.admin ? '' : accountOf(purchase.requester));
    },
    decide: (t, purchase) => decide(t, purchase, NOBODY),
    spent: warn,
    budget: async () =>
      inAll === undefined ? undefined : { used: await spentByAll(sql.read), limit: inAll },
    forget: (requester) =>
      sql.tx((t) => sends.forget(t, seal.hash(`account ${requester}`), startOfDay(clock.now()))),
  };
}

function createWaiting(): Waiting & { enter(account: string): () => void } {
  const counts = new Map<string, number>();
  let all = 0;
  const add = (account: string, amount: 1 | -1): void => {
    all += amount;
    const sum = (counts.get(account) ?? 0) + amount;
    if (sum === 0) counts.delete(account);
    else counts.set(account, sum);
  };
  return {
    of: (account) => counts.get(account) ?? 0,
    get all() {
      return all;
    },
    enter: (account) => {
      let isIn = true;
      add(account, 1);
      return () => {
        if (isIn) add(account, -1);
        isIn = false;
      };
    },
  };
}

/** Alerts admins to the budget at 80 % and at its end, each once a day. */
function createBudgetAlert({ settings, clock, raise }: AllowanceNeeds): (used: number) => void {
  const { checksPerDayInAll: limit } = settings;
  const raised = { 80: '', 100: '' };
  return (used) => {
    if (limit === undefined) return;
    const day = dayOf(clock.now());
    for (const percent of [LOW_PERCENT, 100] as const) {
      if (used < Math.ceil((limit * percent) / 100) || raised[percent] === day) continue;
      raised[percent] = day;
      raise({ kind: 'budget', percent, limit });
    }
  };
}
