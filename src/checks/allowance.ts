import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import type { Seal } from '../store/seal.ts';
import type { Collection } from '../store/store.ts';
import { CheckRefused, type CheckRequest } from './answer.ts';
import { dayOf } from './spending.ts';

const DAY_MS = 86_400_000;
const KEPT_MS = 2 * DAY_MS;

export interface AllowanceSettings {
  /** Checks a person may spend in a day (UTC); admins are exempt. */
  readonly checksPerDay: number;
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
  /** Chats that have an account of their own, since the operator has listed them. */
  readonly listed?: readonly Principal[];
}

/** How many checks were left, and when that was. */
export interface ChecksLeft {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly asOf: number;
}

export interface AllowanceNeeds {
  readonly counters: Collection;
  /** Names the counters: an id tells nobody whose it is. */
  readonly hash: Seal['hash'];
  readonly clock: Clock;
  readonly settings: AllowanceSettings;
  /** Checks left this month as far as is known; asked only where a reserve is set. */
  readonly checksLeft: (signal: AbortSignal) => Promise<ChecksLeft | undefined>;
  /** Told when a count could not be kept: then nobody is refused for it. */
  readonly onError: (error: unknown) => void;
}

/** Whose money a check is: one request's, for one IMEI. */
export interface Purchase extends Pick<CheckRequest, 'admin' | 'requester' | 'requestId' | 'signal'> {
  /** The sealed name of the IMEI. */
  readonly imeiHash: string;
}

/** Who may spend how much of the operator's money. */
export interface Allowance {
  /**
   * Takes one check of this person's day, once for a purchase even if the process ends and the request is taken up
   * again. Throws `CheckRefused` when none is left.
   */
  take(purchase: Purchase): Promise<void>;
  /** What was taken is spent, or is given back since it cost nothing in the end. */
  settle(purchase: Purchase, outcome: { readonly spent: boolean }): Promise<void>;
  /** Removes the counts of a person, but for the day's that runs: to be forgotten is no way to begin the day anew. */
  forget(requester: Principal): Promise<void>;
}

export function createAllowance(needs: AllowanceNeeds): Allowance {
  const { counters, hash, clock, settings, onError } = needs;
  const reserve = createReserve(needs);
  const unlessItFails = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      onError(error);
      return otherwise;
    }
  };
  const countOf = (requester: Principal, day: string): string => hash(`allowance ${requester} ${day}`);
  /** Kept until the purchase is as old as its day's count, so that it is counted on the day it was made. */
  const receiptOf = ({ requestId, imeiHash }: Purchase): string => hash(`taken ${requestId} ${imeiHash}`);
  /** Adds one to the person's count of the day, and what stands under a readable id: earlier versions wrote those. */
  const addOne = async (requester: Principal, day: string): Promise<number> => {
    const options = { expiresAt: clock.now() + KEPT_MS };
    const counted = await counters.add(countOf(requester, day), 1, options);
    const earlier = counted === 1 ? await counters.get(readableId(requester, day)) : undefined;
    if (earlier === undefined || !(await counters.delete(readableId(requester, day)))) return counted;
    return counters.add(countOf(requester, day), Number(earlier), options);
  };
  /** The person's count of the day, with this purchase in it; 0 when that could not be kept. */
  const count = (purchase: Purchase): Promise<number> =>
    unlessItFails(async () => {
      const day = dayOf(clock.now());
      const expiresAt = clock.now() + KEPT_MS;
      const isNew = await counters.insert(receiptOf(purchase), day, { expiresAt });
      return isNew ? addOne(purchase.requester, day) : 0;
    }, 0);
  const giveBack = (purchase: Purchase): Promise<void> =>
    unlessItFails(async () => {
      const day = await counters.get(receiptOf(purchase));
      if (day === undefined || !(await counters.delete(receiptOf(purchase)))) return;
      await counters.add(countOf(purchase.requester, day), -1, { expiresAt: clock.now() + KEPT_MS });
    }, undefined);

  return {
    take: async (purchase) => {
      await reserve.take(purchase);
      if (purchase.admin || (await count(purchase)) <= settings.checksPerDay) return;
      reserve.settle({ spent: false });
      await giveBack(purchase);
      throw new CheckRefused('allowance', settings.checksPerDay);
    },
    settle: async (purchase, outcome) => {
      reserve.settle(outcome);
      if (!purchase.admin && !outcome.spent) await giveBack(purchase);
    },
    forget: async (requester) => {
      const today = dayOf(clock.now());
      for (let ageMs = 0; ageMs <= KEPT_MS; ageMs += DAY_MS) {
        const day = dayOf(clock.now() - ageMs);
        if (day !== today) {
          await counters.delete(countOf(requester, day));
          await counters.delete(readableId(requester, day));
        }
      }
    },
  };
}

function readableId(requester: Principal, day: string): string {
  return `${requester}/${day}`;
}

/** The last checks of the month: what was spent since the service told how many are left counts as well. */
function createReserve({ settings, checksLeft }: AllowanceNeeds) {
  let taken = 0;
  let spent = 0;
  let asOf = 0;
  return {
    take: async ({ admin, signal }: Purchase): Promise<void> => {
      const known = admin || settings.reserve === 0 ? undefined : await checksLeft(signal);
      if (known !== undefined && known.asOf !== asOf) {
        asOf = known.asOf;
        spent = 0;
      }
      if (known !== undefined && known.left - spent - taken <= settings.reserve)
        throw new CheckRefused('reserve', settings.reserve);
      taken += 1;
    },
    settle: (outcome: { readonly spent: boolean }): void => {
      taken -= 1;
      if (outcome.spent) spent += 1;
    },
  };
}
