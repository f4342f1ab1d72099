import type { LimiterUsage } from '../limiter/limiter.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { FailureReason } from '../provider/service-failure.ts';

/** The key's status, and when the service was asked for it. */
export interface DatedKeyStatus {
  readonly status: KeyStatus;
  /** When the call began, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether the embedded sandbox was asked, and not the real service. */
  readonly isSandbox: boolean;
}

/**
 * Checks that a person may still make today; for an admin, those that everybody may. With a limit
 * of 20 for the person, of which 5 are used, and a budget of 100 for everybody:
 *
 *     the budget has 40 left    left 15, limit 20, perDay 20
 *     the budget has 3 left     left 3, limit 100, perDay 20
 */
export interface DayAllowance {
  readonly left: number;
  /** The limit that `left` is a part of: the person's own, or that of everybody's budget. */
  readonly limit: number;
  /** The most checks that the person may make on a day of which nothing is used yet. */
  readonly perDay: number;
  /** Start of the next day, in milliseconds since 1970. */
  readonly renewsAt: number;
}

/** Checks that this installation spent and saved over a period. */
export interface Spending {
  /** Sent to the service and answered with a device or "not found". */
  readonly paid: number;
  /** Answered for nothing: from the cache, from the same TAC, or by somebody else's check. */
  readonly saved: number;
  /** Sent and never answered: they may have been paid for nothing. */
  readonly inDoubt: number;
}

/** Why no check is sent at the moment, and until when. */
export interface Pause extends FailureReason {
  /** When the service is asked again, in milliseconds since 1970. */
  readonly retryAt: number;
}

/** Figures that `/quota` shows in addition to the key's status. */
export interface Usage extends LimiterUsage {
  /** Checks that everybody together has spent today, and may spend; undefined without a limit. */
  readonly budget?: { readonly used: number; readonly limit: number } | undefined;
  readonly today: Spending;
  readonly month: Spending;
  /** Undefined while checks can be sent. */
  readonly pause?: Pause | undefined;
}
