import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { Principal } from '../../core/requester.ts';
import type { Collection } from '../../store/contract.ts';
import type { Naming } from '../../store/seal/sealed-rows.ts';
import { type Budget, CheckRefused, type CheckRequest } from '../answer.ts';
import type { AccountOf, RaiseAlert } from '../basics.ts';
import {
  createDayCounters,
  createReserve,
  createStorelessCounts,
  type ReserveNeeds,
  STORELESS_IN_ALL,
  STORELESS_PER_PERSON,
} from './counters.ts';
import { dayOf } from './spending.ts';

/** A receipt is kept until the purchase is as old as its day's counts. */
const KEPT_MS = 48 * HOUR_MS;
/** The account of the whole installation. No person's has this form. */
const IN_ALL = 'installation';
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

export interface AllowanceNeeds extends Pick<ReserveNeeds, 'checksLeft'> {
  readonly counters: Collection;
  /** Names the counters. */
  readonly seal: Naming;
  readonly clock: Clock;
  readonly settings: AllowanceSettings;
  readonly accountOf: AccountOf;
  readonly raise: RaiseAlert;
  /** Told when a count could not be kept. */
  readonly onError: (error: unknown) => void;
}

/** Whose money a check is: one request's, for one IMEI. */
export interface Purchase extends Pick<CheckRequest, 'admin' | 'requester' | 'requestId' | 'signal'> {
  /** The sealed name of the IMEI. */
  readonly imeiHash: string;
  /** Whether it would rather wait than go without the store: then `take` rejects with what the store says. */
  readonly waitsForStore?: boolean;
}

/** Limits how much of the operator's money each person and the installation spend in a day. */
export interface Allowance {
  /**
   * Takes one check of this person's day and of the installation's, once for a purchase even if the process ends and
   * the request is taken up again. Throws `CheckRefused` when none is left. While the store fails, a few go without it.
   */
  take(purchase: Purchase): Promise<void>;
  /** What was taken is spent, or is given back since it cost nothing in the end. Never rejects. */
  settle(purchase: Purchase, outcome: { readonly spent: boolean }): Promise<void>;
  /** What the installation has taken of its day's budget; undefined if it has none, or the store fails. */
  budget(): Promise<Budget | undefined>;
  /** Adds to the day's counts what was taken while the store failed. Rejects when it still does. */
  catchUp(): Promise<void>;
  /** Removes the counts of a person, but for the day's that runs. */
  forget(requester: Principal): Promise<void>;
}

/** What a purchase has taken, to be given back as it was taken. */
interface Taken {
  readonly day: string;
  readonly accounts: readonly string[];
  readonly storeless: boolean;
}

/** One of the limits a purchase counts for. */
interface Limit {
  readonly account: string;
  readonly limit: number;
  readonly why: 'allowance' | 'budget';
}

export function createAllowance(needs: AllowanceNeeds): Allowance {
  const { counters: rows, seal, clock, settings, accountOf, onError } = needs;
  const { checksPerDay, checksPerDayInAll: inAll } = settings;
  const reserve = settings.reserve === 0 ? undefined : createReserve({ ...needs, reserve: settings.reserve });
  const counters = createDayCounters(rows, seal, clock);
  const storeless = createStorelessCounts();
  const warn = createBudgetAlert(needs);
  /** The purchases under way in this process, by their names. */
  const underWay = new Map<string, Taken>();
  const nameOf = ({ requestId, imeiHash }: Purchase): string => `taken ${requestId} ${imeiHash}`;
  /** The person's limit first: a person without checks left takes nothing from the others' budget. */
  const limitsOf = ({ admin, requester }: Purchase): readonly Limit[] => [
    ...(admin ? [] : [{ account: accountOf(requester), limit: checksPerDay, why: 'allowance' } as const]),
    ...(inAll === undefined ? [] : [{ account: IN_ALL, limit: inAll, why: 'budget' } as const]),
  ];

  const uncount = async (accounts: readonly string[], day: string): Promise<void> => {
    for (const account of accounts) await counters.add(account, day, -1);
  };
  /** Counts a purchase for each limit, or for none and throws. */
  const count = async (limits: readonly Limit[], day: string): Promise<readonly string[]> => {
    const counted: string[] = [];
    for (const { account, limit, why } of limits) {
      const used = await counters.add(account, day, 1);
      counted.push(account);
      if (account === IN_ALL) warn(used, day);
      if (used <= limit) continue;
      await uncount(counted, day);
      throw new CheckRefused(why, limit);
    }
    return counted;
  };
  /** A purchase that was counted before stays counted once; one that may have been is counted again, rather than not. */
  const takeFromStore = async (purchase: Purchase): Promise<Taken> => {
    const day = dayOf(clock.now());
    const limits = limitsOf(purchase);
    if (limits.length === 0) return { day, accounts: [], storeless: false };
    const receipt = seal.hash(nameOf(purchase));
    const before = await rows.get(receipt);
    if (before !== undefined) {
      const [then = day, ...which] = before.split(' ');
      return { day: then, accounts: accountsIn(which, accountOf(purchase.requester)), storeless: false };
    }
    const accounts = await count(limits, day);
    const which = accounts.map((account) => (account === IN_ALL ? IN_ALL : 'person'));
    // Not waited for: a process that ends before it is written counts again, as one that ends before it is begun does.
    rows.put(receipt, [day, ...which].join(' '), { expiresAt: clock.now() + KEPT_MS }).catch(onError);
    return { day, accounts, storeless: false };
  };
  /** Goes on without the store, which failed for this reason; throws it where that is not allowed. */
  const takeStoreless = (purchase: Purchase, reason: unknown): Taken => {
    if (reason instanceof CheckRefused || purchase.waitsForStore === true) throw reason;
    onError(reason);
    const day = dayOf(clock.now());
    const limits = limitsOf(purchase).map(({ account, limit }) => ({
      account,
      most: Math.min(limit, account === IN_ALL ? STORELESS_IN_ALL : STORELESS_PER_PERSON),
    }));
    storeless.take(limits, day);
    return { day, accounts: limits.map(({ account }) => account), storeless: true };
  };
  /** Deletes the receipt first. Only the process that deleted it gives back, so that nothing is given back twice. */
  const giveBack = async (purchase: Purchase, { day, accounts, storeless: isStoreless }: Taken) => {
    if (isStoreless) await uncount(storeless.giveBack(accounts, day), day);
    else if (accounts.length > 0 && (await rows.delete(seal.hash(nameOf(purchase)))))
      await uncount(accounts, day);
  };

  return {
    take: async (purchase) => {
      await reserve?.take(purchase);
      try {
        const taken = await takeFromStore(purchase).catch((error) => takeStoreless(purchase, error));
        underWay.set(nameOf(purchase), taken);
      } catch (error) {
        reserve?.settle({ spent: false });
        throw error;
      }
    },
    settle: async (purchase, outcome) => {
      const name = nameOf(purchase);
      const taken = underWay.get(name);
      if (taken === undefined) return;
      underWay.delete(name);
      reserve?.settle(outcome);
      if (!outcome.spent) await giveBack(purchase, taken).catch(onError);
    },
    budget: async () => {
      if (inAll === undefined) return undefined;
      try {
        return { used: await counters.of(IN_ALL, dayOf(clock.now())), limit: inAll };
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    catchUp: () =>
      storeless.carry(async (account, day, amount) => {
        const used = await counters.add(account, day, amount);
        if (account === IN_ALL) warn(used, day);
      }),
    forget: (requester) => counters.forget(requester),
  };
}

function accountsIn(which: readonly string[], account: string): readonly string[] {
  return which.map((one) => (one === IN_ALL ? IN_ALL : account));
}

/** Tells admins of the budget at 80 % and at its end. What was told today is not even raised again. */
function createBudgetAlert({ settings, raise }: AllowanceNeeds): (used: number, day: string) => void {
  const { checksPerDayInAll: limit = Number.POSITIVE_INFINITY } = settings;
  const raised = { 80: '', 100: '' };
  return (used, day) => {
    for (const percent of [LOW_PERCENT, 100] as const) {
      if (used < Math.ceil((limit * percent) / 100) || raised[percent] === day) continue;
      raised[percent] = day;
      raise({ kind: 'budget', percent, limit });
    }
  };
}
