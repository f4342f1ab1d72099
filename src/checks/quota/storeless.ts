import { CheckRefused } from '../answer.ts';

/** What a person may spend in a day while nothing can be counted in the store. */
export const STORELESS_PER_PERSON = 5;
/** The same for the whole installation, where it has a budget. */
export const STORELESS_IN_ALL = 25;
/** So many accounts are remembered; one more is refused. */
const MOST_ACCOUNTS = 10_000;

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
