import { inFlightHoldAfterHangUp, type Limits } from './limits.ts';
import type { Hold } from './slots.ts';

/** A call from before a restart. Its times are in milliseconds since the machine booted. */
export interface PastSend {
  readonly sent: number;
  /** Undefined if no answer was seen: the call may still be in flight at the service. */
  readonly answered?: number;
}

/**
 * The slots that calls from before a restart still hold. A call without an answer counts as timed
 * out. If more calls than `perWindow` hold a slot, only those that hold theirs longest count: when
 * the first of these slots is free, the slots of all the other calls are free, too.
 */
export function holdsOfPast(past: readonly PastSend[], now: number, limits: Limits): Hold[] {
  const { concurrent, perWindow } = limits;
  const holds = past
    .map((send) => holdOf(send, now, limits))
    .filter(({ windowSlotMs }) => windowSlotMs > 0)
    .sort((a, b) => b.windowSlotMs - a.windowSlotMs)
    .slice(0, perWindow);
  // Calls without an answer hold both slots longest: the later they were sent, the longer.
  const inFlight = holds.filter(({ inFlightMs }) => inFlightMs > 0).slice(0, concurrent);
  return holds.map((hold) => (inFlight.includes(hold) ? hold : { ...hold, inFlightMs: 0 }));
}

/**
 * The slots that an unknown process may have taken right before this one started: all slots of both
 * kinds.
 */
export function holdsOfUnknown(limits: Limits): Hold[] {
  const { concurrent, perWindow, holdMs } = limits;
  const inFlight = holdOf({ sent: 0 }, 0, limits);
  return Array.from({ length: perWindow }, (_, index) => ({
    ...(index < concurrent ? inFlight : { windowSlotMs: holdMs, inFlightMs: 0 }),
    isGuess: true,
  }));
}

function holdOf({ sent, answered }: PastSend, now: number, limits: Limits): Hold {
  const { holdMs, failureHoldMs, callTimeoutMs } = limits;
  // A time in the future is from another boot of the machine.
  const since = (time: number): number => Math.max(now - time, 0);
  if (answered !== undefined) return { windowSlotMs: holdMs - since(answered), inFlightMs: 0 };
  const timesOutInMs = callTimeoutMs - since(sent);
  const inFlightMs = timesOutInMs + inFlightHoldAfterHangUp(limits);
  return {
    windowSlotMs: timesOutInMs + holdMs + failureHoldMs,
    inFlightMs: Math.max(inFlightMs, 0),
  };
}
