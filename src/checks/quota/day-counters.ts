import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { Collection } from '../../store/contract.ts';
import { type Naming, rowNamed } from '../../store/seal/sealed-rows.ts';
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

/** @param seal names the counters: an id tells nobody whose it is */
export function createDayCounters(rows: Collection, seal: Naming, clock: Clock): DayCounters {
  const nameOf = (account: string, day: string): string => `allowance ${account} ${day}`;
  const idOf = (account: string, day: string): string => seal.hash(nameOf(account, day));
  /** Earlier versions wrote readable ids, and an older secret others. */
  const formerIdsOf = (account: string, day: string): readonly string[] => [
    `${account}/${day}`,
    ...seal.formerHashes(nameOf(account, day)),
  ];
  return {
    // A count under a former id is added to the first count of the day.
    add: async (account, day, amount) => {
      const options = { expiresAt: clock.now() + KEPT_MS };
      let counted = await rows.add(idOf(account, day), amount, options);
      if (counted !== amount) return counted;
      for (const former of formerIdsOf(account, day)) {
        const earlier = await rows.get(former);
        if (earlier !== undefined && (await rows.delete(former)))
          counted = await rows.add(idOf(account, day), Number(earlier), options);
      }
      return counted;
    },
    of: async (account, day) => Number((await rowNamed(rows, seal, nameOf(account, day))) ?? 0),
    forget: async (account) => {
      const today = dayOf(clock.now());
      for (let ageMs = 0; ageMs <= KEPT_MS; ageMs += DAY_MS) {
        const day = dayOf(clock.now() - ageMs);
        if (day === today) continue;
        for (const id of [idOf(account, day), ...formerIdsOf(account, day)]) await rows.delete(id);
      }
    },
  };
}
