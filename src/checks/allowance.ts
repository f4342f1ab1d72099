import type { Principal } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import { ServiceFailure } from '../provider/errors.ts';
import type { SendTable } from '../store/schema/send.ts';
import type { Seal } from '../store/seal/seal.ts';
import type { Sql, Statement } from '../store/sql.ts';
import type { AllowanceSettings, CheckRequest, RaiseAlert, Usage } from './contract.ts';
import { CheckRefused, createAccounts } from './contract.ts';
import type { Key } from './key.ts';
import { midnightBefore } from './spending.ts';

/** How old the known number of checks may be when it is compared with the reserve. */
const RESERVE_FIGURE_MS = 10 * 60_000;

/** The person who wants to spend a check. */
type Purchase = Pick<CheckRequest, 'admin' | 'requester'>;

export type Allowance = ReturnType<typeof createAllowance>;

/**
 * What each person and everybody together may still spend today. Each check is a row of `send`.
 * @param key used only if a reserve is set
 */
export function createAllowance(
  sql: Sql,
  sends: SendTable,
  seal: Pick<Seal, 'hash'>,
  key: Pick<Key, 'status' | 'latest'>,
  { settings, raise, clock }: { settings: AllowanceSettings; raise: RaiseAlert; clock: Clock },
) {
  const { checksPerDay, checksPerDayInAll: inAll, reserve, listed } = settings;
  const accountOf = createAccounts(listed);
  /** The checks left in the month, and when that was known. */
  let known: { readonly left: number; readonly asOf: number } | undefined;

  const today = (): number => midnightBefore(clock.now());
  /** The keyed hash of the account that pays. */
  const accountHash = (requester: Principal): string =>
    seal.hash(`account ${accountOf(requester)}`);
  const refreshRemaining = async (signal: AbortSignal): Promise<void> => {
    const answer = await key
      .status({ maxAgeMs: RESERVE_FIGURE_MS, signal })
      .catch((error: unknown) => {
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
  /** Decides in the transaction that inserts the row. Resolves with the refusal, or with the checks spent today, this one included. */
  const authorize = async (
    t: Statement,
    { admin, requester }: Purchase,
  ): Promise<CheckRefused | number> => {
    if (!admin && (await hasOnlyReserve(t))) return new CheckRefused('reserve', reserve);
    // First the person's limit: somebody without checks left must not use up everybody's budget.
    if (!admin && (await hasSpentAll(t, requester)))
      return new CheckRefused('allowance', checksPerDay);
    if (inAll === undefined) return 0;
    const spent = await sends.spent(t, { since: today() });
    return spent >= inAll ? new CheckRefused('budget', inAll) : spent + 1;
  };
  return {
    ...{ authorize, accountOf, accountHash },
    /** Refuses a check before it waits for its turn, if it would be refused now. @throws CheckRefused */
    precheck: async (purchase: Purchase, signal: AbortSignal): Promise<void> => {
      if (reserve > 0 && !purchase.admin) await refreshRemaining(signal);
      const decision = await authorize(sql.read, purchase);
      if (decision instanceof CheckRefused) throw decision;
    },
    /** Alerts admins at 80 % and at the end of the day's budget. */
    warn: (spent: number): void => {
      for (const percent of [80, 100] as const)
        if (inAll !== undefined && spent === Math.ceil((inAll * percent) / 100))
          raise({ kind: 'budget', percent, limit: inAll });
    },
    /** What was spent of the day's budget; undefined if there is none. */
    budget: async (): Promise<Usage['budget']> =>
      inAll === undefined
        ? undefined
        : { used: await sends.spent(sql.read, { since: today() }), limit: inAll },
    /** Removes a person from the checks. The number of today's checks stays, so `/forget` does not reset the allowance. */
    forget: (requester: Principal) =>
      sql.tx((t) => sends.forget(t, seal.hash(`account ${requester}`), today())),
  };
}
