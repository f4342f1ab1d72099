import type { Clock } from '../core/clock.ts';
import type { ServiceLimits } from '../core/service-limits.ts';

/**
 * Safety margin of a slot, as a fraction of the window (0.5 s of a minute): timers fire early and
 * clocks drift.
 */
const MARGIN = 1 / 120;
/**
 * A call without an answer may still be on its way: its slot is held half a window longer (30 s
 * of a minute).
 */
const FAILURE_HOLD = 1 / 2;
/** Slots of the window that batch checks leave free, so that a single check always finds one. */
const KEPT_FOR_SINGLES = 2;

/** What the service allows, when the client gives up, and the clock for both. */
export interface RateLimits extends ServiceLimits {
  /** When the client gives up on a call. */
  readonly callTimeoutMs: number;
  readonly clock: Clock;
}

/** The limits, and what follows from them. */
export interface Limits extends RateLimits {
  /** Slots of the window that no batch check takes. */
  readonly keptForSingles: number;
  /** How far apart batch checks are if not all that waits can be sent at once. */
  readonly everyMs: number;
  /** How many batch checks are in flight at most: a slow service leaves room for a single check. */
  readonly batchesInFlight: number;
  /** How long a window slot is held after an answer: the window and a margin. */
  readonly holdMs: number;
  /** How much longer it is held if there was no answer. */
  readonly failureHoldMs: number;
}

/** The limits in whole milliseconds, as the clock counts. */
export function limitsOf(rate: RateLimits): Limits {
  const { concurrent, perWindow, windowMs } = rate;
  // An operator may allow so few that there is little to keep.
  const keptForSingles = Math.min(KEPT_FOR_SINGLES, Math.floor((perWindow - 1) / 2));
  return {
    ...rate,
    keptForSingles,
    everyMs: Math.floor(windowMs / (perWindow - keptForSingles)),
    batchesInFlight: Math.max(concurrent - 1, 1),
    holdMs: windowMs + Math.ceil(windowMs * MARGIN),
    failureHoldMs: Math.ceil(windowMs * FAILURE_HOLD),
  };
}

/** If we hung up, the service may work on the call as long again before it notices. */
export function inFlightHoldAfterHangUp(limits: Limits): number {
  return Math.min(limits.callTimeoutMs, limits.failureHoldMs);
}
