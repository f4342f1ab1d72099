import type { Principal } from '../core/requester.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { SendTable } from '../store/schema/send.ts';
import type { Statement } from '../store/sql.ts';
import { type Budget, CheckRefused, type CheckRequest } from './answer.ts';
import { type ChecksNeeds, createAccounts } from './basics.ts';
import type { KeyStatusReader } from './key-status.ts';
import { startOfDay } from './spending.ts';

/** A figure this old is good enough to keep a reserve by. */
const RESERVE_FIGURE_MS = 10 * 60_000;

/** Who wants to spend a check. */
type Purchase = Pick<CheckRequest, 'admin' | 'requester'>;

/** Limits how much of the operator's money each person and the installation spend in a day: each check is a row of `send`. */
export interface Allowance {
  /** Looks before the check waits for its turn whether it would be refused by now. @throws CheckRefused */
  look(purchase: Purchase, signal: AbortSignal): Promise<void>;
  /** Decides in the transaction that makes the row. Resolves with the refusal, or with what all have spent with this one. */
  decide(t: Statement, purchase: Purchase): Promise<CheckRefused | number>;
  /** Alerts admins when what all have spent today reaches 80 % of the budget, and its end. */
  warn(spent: number): void;
  /** The keyed hash of the account that pays. */
  accountOf(requester: Principal): string;
  /** What the installation has spent of its day's budget; undefined if it has none. */
  budget(): Promise<Budget | undefined>;
  /** Takes a person's name off what was counted before today: to be forgotten is no way to start the day again. */
  forget(requester: Principal): Promise<void>;
}

/** @param keyStatus is asked only if a reserve is set */
export function createAllowance(
  {
    store,
    seal,
    clock,
    raise,
    settings,
  }: Pick<ChecksNeeds, 'store' | 'seal' | 'clock' | 'raise' | 'settings'>,
  sends: SendTable,
  keyStatus: KeyStatusReader,
): Allowance {
  const { checksPerDay, checksPerDayInAll: inAll, reserve, listed = [] } = settings.allowance;
  const payerOf = createAccounts(listed);
  const hash = (account: string): string => seal.hash(`account ${account}`);
  const accountOf = (requester: Principal): string => hash(payerOf(requester));
  const today = (): number => startOfDay(clock.now());
  /** The month's checks that are left, and when that was. */
  let known: { readonly left: number; readonly asOf: number } | undefined;

  const learn = async (signal: AbortSignal): Promise<void> => {
    const answer = await keyStatus.get({ maxAgeMs: RESERVE_FIGURE_MS, signal }).catch((error: unknown) => {
      // Without a new figure the last one has to do.
      if (error instanceof ServiceFailure) return keyStatus.latest();
      throw error;
    });
    const left = answer?.status.checksLeft.month;
    known = answer && typeof left === 'number' ? { left, asOf: answer.checkedAt } : undefined;
  };
  const hasOnlyReserve = async (t: Statement): Promise<boolean> =>
    known !== undefined && known.left - (await sends.spentSince(t, known.asOf)) <= reserve;
  const hasSpentAll = async (t: Statement, requester: Principal): Promise<boolean> =>
    (await sends.spent(t, { account: accountOf(requester), since: today() })) >= checksPerDay;
  const decide: Allowance['decide'] = async (t, { admin, requester }) => {
    if (!admin && (await hasOnlyReserve(t))) return new CheckRefused('reserve', reserve);
    // The person's limit first: somebody without checks left takes nothing from the others' budget.
    if (!admin && (await hasSpentAll(t, requester))) return new CheckRefused('allowance', checksPerDay);
    if (inAll === undefined) return 0;
    const spent = await sends.spent(t, { since: today() });
    return spent >= inAll ? new CheckRefused('budget', inAll) : spent + 1;
  };
  return {
    accountOf,
    decide,
    look: async (purchase, signal) => {
      if (reserve > 0 && !purchase.admin) await learn(signal);
      const decided = await decide(store.sql.read, purchase);
      if (decided instanceof CheckRefused) throw decided;
    },
    warn: (spent) => {
      for (const percent of [80, 100] as const)
        if (inAll !== undefined && spent === Math.ceil((inAll * percent) / 100))
          raise({ kind: 'budget', percent, limit: inAll });
    },
    budget: async () =>
      inAll === undefined
        ? undefined
        : { used: await sends.spent(store.sql.read, { since: today() }), limit: inAll },
    forget: (requester) => store.sql.tx((t) => sends.forget(t, hash(requester), today())),
  };
}
