import { CheckRefused } from './answer.ts';

/** What a person may spend in a day while nothing can be counted in the store. */
export const STORELESS_PER_PERSON = 5;
/** The same for the whole installation, where it has a budget. */
export const STORELESS_IN_ALL = 25;
/** So many accounts are remembered; one more is refused. */
const MOST_ACCOUNTS = 10_000;

/**
 * Counts in memory what the store cannot count just now, so that a store that fails is no way to spend without a limit.
 * The counts of a day stay until its end, also when the store works in between.
 */
export interface StorelessCounts {
  /** Takes one for each account. Throws `CheckRefused` when that is more than goes without the store. */
  take(accounts: readonly CountedAccount[], day: string): void;
  giveBack(accounts: readonly string[], day: string): void;
}

interface CountedAccount {
  readonly account: string;
  readonly most: number;
}

export function createStorelessCounts(): StorelessCounts {
  let today = '';
  let counts = new Map<string, number>();
  return {
    take: (accounts, day) => {
      if (day !== today) {
        today = day;
        counts = new Map();
      }
      for (const { account, most } of accounts) {
        const isOver = (counts.get(account) ?? 0) >= most;
        if (isOver || (counts.size >= MOST_ACCOUNTS && !counts.has(account)))
          throw new CheckRefused('store', most);
      }
      for (const { account } of accounts) counts.set(account, (counts.get(account) ?? 0) + 1);
    },
    giveBack: (accounts, day) => {
      if (day !== today) return;
      for (const account of accounts) counts.set(account, Math.max((counts.get(account) ?? 0) - 1, 0));
    },
  };
}
