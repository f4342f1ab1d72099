import type { ServiceLimits } from '../core/service-limits.ts';
import type { Clock } from '../core/time/clock.ts';

/**
 * Extra time for which a slot is held after its window, as a fraction of the window (0.5 s of a
 * minute), since clocks drift.
 */
const MARGIN = 1 / 120;
/**
 * Extra time for which the slot of a call without an answer is held, as a fraction of the window
 * (30 s of a minute): the call may still be on its way.
 */
const FAILURE_HOLD = 1 / 2;
/** Slots of the window that batch checks leave free, so that a single check always has one. */
const KEPT_FOR_SINGLES = 2;

/** The limits of the service, the time-out of the client, and the clock for both. */
export interface RateLimits extends ServiceLimits {
  /** Time after which the client gives up on a call. */
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}

/** The limits, and the values that follow from them. */
export interface Limits extends RateLimits {
  /** Slots of the window that no batch check takes. */
  readonly keptForSingles: number;
  /** The time between two batch checks, unless all waiting jobs can be sent immediately. */
  readonly batchSpacingMs: number;
  /** The most batch checks in flight: a slow service still has a slot for a single check. */
  readonly batchesInFlight: number;
  /** Time for which a window slot is held after an answer: the window and the margin. */
  readonly holdMs: number;
  /** Extra time for which a window slot is held if there was no answer. */
  readonly failureHoldMs: number;
}

/** The limits in whole milliseconds, as the clock counts. */
export function limitsOf(rate: RateLimits): Limits {
  const { concurrent, perWindow, windowMs } = rate;
  // An operator may allow so few calls that there are hardly slots to keep.
  const keptForSingles = Math.min(KEPT_FOR_SINGLES, Math.floor((perWindow - 1) / 2));
  return {
    ...rate,
    keptForSingles,
    batchSpacingMs: Math.floor(windowMs / (perWindow - keptForSingles)),
    batchesInFlight: Math.max(concurrent - 1, 1),
    holdMs: windowMs + Math.ceil(windowMs * MARGIN),
    failureHoldMs: Math.ceil(windowMs * FAILURE_HOLD),
  };
}

/**
 * Time for which an in-flight slot is held after we hung up: the service may work on the call for
 * as long again before it notices.
 */
export function inFlightHoldAfterHangUp(limits: Limits): number {
  return Math.min(limits.callTimeoutMs, limits.failureHoldMs);
}
