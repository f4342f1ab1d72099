import type { Clock } from '../../core/clock.ts';

/** How long the slots of a request stay taken after it is over; 0 if none was made. In milliseconds. */
export interface Hold {
  readonly windowSlotMs: number;
  /** Above 0 only if the service may still be working on it. */
  readonly inFlightMs: number;
}

/** Nothing was sent. */
export const NO_HOLD: Hold = { windowSlotMs: 0, inFlightMs: 0 };

/** If we hung up, the service may work on the request as long again before it notices. */
export function inFlightHoldAfterHangUp(limits: { requestTimeoutMs: number; failureHoldMs: number }): number {
  return Math.min(limits.requestTimeoutMs, limits.failureHoldMs);
}

/**
 * The two limits that are never exceeded: `perWindow` window slots, each held until a window after the answer, and
 * `concurrent` in-flight slots. Permits wait here, never jobs: which job gets a permit is decided when it comes.
 */
export interface Slots {
  /**
   * Calls `use` when a window slot and an in-flight slot are free, and frees each after the hold that `use` resolves with.
   * `use` must not reject. Rejects only if Bottleneck fails.
   */
  acquire(use: (turn: Permit) => Promise<Hold>): Promise<void>;
  /** Takes a window slot at once, and an in-flight slot if `inFlightMs` is above 0. */
  restore(hold: Hold): void;
  /** How many window slots are taken. */
  used(): number;
  /** How many in-flight slots are taken. */
  inFlight(): number;
  /** In how many milliseconds each slot is expected to be free, if an answer takes `latencyMs`; 0 is now. */
  vacancies(flight: { readonly latencyMs: number; readonly holdMs: number }): {
    readonly windowFreeIn: readonly number[];
    readonly inFlightFreeIn: readonly number[];
  };
}

/** Permission to make one request. */
export interface Permit {
  /** To be called before it is used; a permit that was not marked holds no slot. */
  markSent(): void;
}

export interface SlotsSettings {
  readonly concurrent: number;
  readonly perWindow: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
}
