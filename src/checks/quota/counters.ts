import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Collection } from '../../store/contract.ts';
import type { Naming } from '../../store/seal/sealed-rows.ts';
import { CheckRefused } from '../answer.ts';
import { dayOf } from './spending.ts';

const KEPT_MS = 2 * DAY_MS;

/** What a person may spend in a day while nothing can be counted in the store. */
export const STORELESS_PER_PERSON = 5;
/** The same for the whole installation, where it has a budget. */
export const STORELESS_IN_ALL = 25;
/** So many accounts are remembered; one more is refused. */
const MOST_ACCOUNTS = 10_000;

/** The counts of one day (UTC). */
export interface DayCounters {
  /** Adds to the count of an account, and resolves with what it is then. Rejects when the store fails. */
  add(account: string, day: string, amount: number): Promise<number>;
  of(account: string, day: string): Promise<number>;
  /** Removes the counts of an account, but for the day's that runs: to be forgotten is no way to begin the day anew. */
  forget(account: string): Promise<void>;
}

/** @param seal names the counters: an id tells nobody whose it is */
export function createDayCounters(rows: Collection, seal: Naming, clock: Clock): DayCounters {
  const idOf = (account: string, day: string): string => seal.hash(`allowance ${account} ${day}`);
  return {
    add: (account, day, amount) => rows.add(idOf(account, day), amount, { expiresAt: clock.now() + KEPT_MS }),
    of: async (account, day) => Number((await rows.get(idOf(account, day))) ?? 0),
    forget: async (account) => {
      const today = dayOf(clock.now());
      for (let ageMs = 0; ageMs <= KEPT_MS; ageMs += DAY_MS) {
        const day = dayOf(clock.now() - ageMs);
        if (day !== today) await rows.delete(idOf(account, day));
      }
    },
  };
}

/**
 * Counts in memory what the store cannot count just now, so that a store that fails is no way to spend without a limit.
 * The counts of a day stay until its end, also when the store works in between, and then the store's get them as well.
 */
export interface StorelessCounts {
  /** Takes one for each account. Throws `CheckRefused` when that is more than goes without the store. */
  take(accounts: readonly CountedAccount[], day: string): void;
  /** Gives one back to each account, and tells those whose one the store has been given meanwhile. */
  giveBack(accounts: readonly string[], day: string): readonly string[];
  /** Hands over, once, what the store has not counted. What cannot be counted there now is handed over the next time. */
  carry(count: (account: string, day: string, amount: number) => Promise<unknown>): Promise<void>;
}

interface CountedAccount {
  readonly account: string;
  readonly most: number;
}

export function createStorelessCounts(): StorelessCounts {
  let today = '';
  let counts = new Map<string, number>();
  /** What of them the store has not been given. */
  let uncarried = new Map<string, number>();
  return {
    take: (accounts, day) => {
      if (day !== today) {
        today = day;
        counts = new Map();
        uncarried = new Map();
      }
      for (const { account, most } of accounts) {
        const isOver = (counts.get(account) ?? 0) >= most;
        if (isOver || (counts.size >= MOST_ACCOUNTS && !counts.has(account)))
          throw new CheckRefused('store', most);
      }
      for (const { account } of accounts) {
        add(counts, account, 1);
        add(uncarried, account, 1);
      }
    },
    giveBack: (accounts, day) => {
      if (day !== today) return [];
      for (const account of accounts) add(counts, account, -1);
      const carried = accounts.filter((account) => !uncarried.has(account));
      for (const account of accounts) add(uncarried, account, -1);
      return carried;
    },
    carry: async (count) => {
      const day = today;
      for (const [account, amount] of [...uncarried]) {
        // Before it is counted: what is given back meanwhile has to be taken off there.
        uncarried.delete(account);
        try {
          await count(account, day, amount);
        } catch (error) {
          if (day === today) add(uncarried, account, amount);
          throw error;
        }
      }
    },
  };
}

function add(counts: Map<string, number>, account: string, amount: number): void {
  const sum = (counts.get(account) ?? 0) + amount;
  if (sum > 0) counts.set(account, sum);
  else counts.delete(account);
}

/** How many checks were left, and when that was. */
export interface ChecksLeftAt {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly asOf: number;
}

export interface ReserveNeeds {
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
  /** Checks left this month as far as is known; asked only where a reserve is set. */
  readonly checksLeft: (signal: AbortSignal) => Promise<ChecksLeftAt | undefined>;
}

/** Keeps the last checks of the month: what was spent since the service told how many are left counts as well. */
export interface Reserve {
  /** Throws `CheckRefused` when only the reserve is left, which is for admins. */
  take(of: { readonly admin: boolean; readonly signal: AbortSignal }): Promise<void>;
  /** What was taken is spent, or was not. To be called once for each that was taken. */
  settle(outcome: { readonly spent: boolean }): void;
}

export function createReserve({ reserve, checksLeft }: ReserveNeeds): Reserve {
  let taken = 0;
  let spent = 0;
  let asOf = 0;
  return {
    take: async ({ admin, signal }) => {
      const known = admin || reserve === 0 ? undefined : await checksLeft(signal);
      if (known !== undefined && known.asOf !== asOf) {
        asOf = known.asOf;
        spent = 0;
      }
      if (known !== undefined && known.left - spent - taken <= reserve)
        throw new CheckRefused('reserve', reserve);
      taken += 1;
    },
    settle: (outcome) => {
      taken -= 1;
      if (outcome.spent) spent += 1;
    },
  };
}
