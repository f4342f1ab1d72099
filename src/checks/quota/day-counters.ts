import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { Collection } from '../../store/contract.ts';
import type { Seal } from '../../store/seal/seal.ts';
import { dayOf } from './spending.ts';

const KEPT_MS = 2 * DAY_MS;

/** The counts of one day (UTC). */
export interface DayCounters {
  /** Adds to the count of an account, and resolves with what it is then. Rejects when the store fails. */
  add(account: string, day: string, amount: number): Promise<number>;
  of(account: string, day: string): Promise<number>;
  /** Removes the counts of an account, but for the day's that runs: to be forgotten is no way to begin the day anew. */
  forget(account: string): Promise<void>;
}

/** @param hash names the counters: an id tells nobody whose it is */
export function createDayCounters(rows: Collection, hash: Seal['hash'], clock: Clock): DayCounters {
  const idOf = (account: string, day: string): string => hash(`allowance ${account} ${day}`);
  return {
    // What stands under a readable id is added: earlier versions wrote those.
    add: async (account, day, amount) => {
      const options = { expiresAt: clock.now() + KEPT_MS };
      const counted = await rows.add(idOf(account, day), amount, options);
      const earlier = counted === amount ? await rows.get(readableId(account, day)) : undefined;
      if (earlier === undefined || !(await rows.delete(readableId(account, day)))) return counted;
      return rows.add(idOf(account, day), Number(earlier), options);
    },
    of: async (account, day) => Number((await rows.get(idOf(account, day))) ?? 0),
    forget: async (account) => {
      const today = dayOf(clock.now());
      for (let ageMs = 0; ageMs <= KEPT_MS; ageMs += DAY_MS) {
        const day = dayOf(clock.now() - ageMs);
        if (day === today) continue;
        await rows.delete(idOf(account, day));
        await rows.delete(readableId(account, day));
      }
    },
  };
}

function readableId(account: string, day: string): string {
  return `${account}/${day}`;
}
