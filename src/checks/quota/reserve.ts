import { CheckRefused } from '../answer.ts';

/** How many checks were left, and when that was. */
export interface ChecksLeft {
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly asOf: number;
}

export interface ReserveNeeds {
  /** The last checks of the month, kept for admins. */
  readonly reserve: number;
  /** Checks left this month as far as is known; asked only where a reserve is set. */
  readonly checksLeft: (signal: AbortSignal) => Promise<ChecksLeft | undefined>;
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
