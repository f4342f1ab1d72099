import type { Clock } from '../core/clock.ts';
import type { Principal } from '../core/requester.ts';
import type { Collection } from '../store/store.ts';
import { CheckRefused, type CheckRequest } from './answer.ts';
import { dayOf } from './spending.ts';

const KEPT_MS = 48 * 3_600_000;

export interface AllowanceSettings {
  /** Checks a person may spend in a day (UTC); admins are exempt. */
  readonly checksPerDay: number;
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
}

export interface AllowanceNeeds {
  readonly counters: Collection;
  readonly clock: Clock;
  readonly settings: AllowanceSettings;
  /** Checks left this month as far as is known; asked only where a reserve is set. */
  readonly checksLeft: (signal: AbortSignal) => Promise<number | undefined>;
  /** Told when a count could not be kept: then nobody is refused for it. */
  readonly onError: (error: unknown) => void;
}

/** Who may spend how much of the operator's money. */
export interface Allowance {
  /** Takes one check of this person's day. Throws `CheckRefused` when none is left. */
  take(request: CheckRequest): Promise<void>;
  /** Gives a check back that cost nothing in the end. */
  giveBack(request: CheckRequest): Promise<void>;
}

export function createAllowance(needs: AllowanceNeeds): Allowance {
  const { counters, clock, settings, checksLeft, onError } = needs;
  /** The new count; 0 when it could not be kept. */
  const add = async (requester: Principal, amount: number): Promise<number> => {
    const id = `${requester}/${dayOf(clock.now())}`;
    try {
      return await counters.add(id, amount, { expiresAt: clock.now() + KEPT_MS });
    } catch (error) {
      onError(error);
      return 0;
    }
  };
  return {
    take: async ({ admin, requester, signal }) => {
      if (admin) return;
      if (settings.reserve > 0) {
        const left = await checksLeft(signal);
        if (left !== undefined && left <= settings.reserve)
          throw new CheckRefused('reserve', settings.reserve);
      }
      if ((await add(requester, 1)) > settings.checksPerDay) {
        await add(requester, -1);
        throw new CheckRefused('allowance', settings.checksPerDay);
      }
    },
    giveBack: async ({ admin, requester }) => {
      if (!admin) await add(requester, -1);
    },
  };
}
