import type { LimiterUsage } from '../limiter/limiter.ts';
import type { KeyStatus } from '../provider/device.ts';
import type { FailureReason } from '../provider/service-failure.ts';

/** The key's status, and when the service was asked for it. */
export interface DatedKeyStatus {
  readonly status: KeyStatus;
  /** When the call began, in milliseconds since 1970. */
  readonly askedAt: number;
  readonly isSandbox: boolean;
}

/** Checks that a person may still make today. */
export interface DayAllowance {
  readonly left: number;
  /** The limit that `left` is a part of: the person's own, or that of everybody's budget. */
  readonly limit: number;
  /** The most checks that the person may make on a day of which nothing is used yet. */
  readonly perDay: number;
  /** Start of the next day, in milliseconds since 1970. */
  readonly renewedAt: number;
}

/** Checks that this installation spent and saved over a period. */
export interface Spending {
  /** Sent to the service and answered with a device or "not found". */
  readonly paid: number;
  /** Answered without paying: from the cache, from the same TAC, or by somebody else's check. */
  readonly saved: number;
  /** Sent and never answered: they may have been paid for nothing. */
  readonly inDoubt: number;
}

/** The reason why no check is sent at the moment. */
export interface PauseReason extends FailureReason {
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
  readonly paused?: PauseReason | undefined;
}
