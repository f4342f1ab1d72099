import { elapsedSince, type Moment, type Now } from '../../core/moment.ts';
import { type Hold, inFlightHoldAfterHangUp } from './slots.ts';

/** A send remembered from before a restart. */
export interface PastSend {
  readonly sent: Moment;
  /** Absent when no answer was seen: it may still be in flight at the service. */
  readonly answered?: Moment;
}

export interface PastHoldSettings {
  readonly concurrent: number;
  readonly perWindow: number;
  /** How long a slot is held after an answer, and how much longer when there was none. */
  readonly holdMs: number;
  readonly failureHoldMs: number;
  readonly requestTimeoutMs: number;
}

/**
 * What sends from before a restart still hold. One without an answer is taken to have timed out. Of more than fit, only
 * those that are held longest are left: when the first of them is free, so are all the others.
 */
export function holdsOfPast(past: readonly PastSend[], now: Now, settings: PastHoldSettings): Hold[] {
  const { concurrent, perWindow } = settings;
  const holds = past
    .map((send) => holdOf(send, now, settings))
    .filter(({ windowSlotMs: slotMs }) => slotMs > 0)
    .sort((a, b) => b.windowSlotMs - a.windowSlotMs)
    .slice(0, perWindow);
  // Those without an answer are held longest, and the later they were sent the longer, both slot and place.
  const flying = holds.filter(({ inFlightMs: placeMs }) => placeMs > 0).slice(0, concurrent);
  return holds.map((hold) => (flying.includes(hold) ? hold : { ...hold, inFlightMs: 0 }));
}

/**
 * What may have been sent just before by a process that nobody knows anything of: the whole window, and all that can be
 * in flight at the same time without an answer yet.
 */
export function holdsOfUnknown(settings: PastHoldSettings): Hold[] {
  const { concurrent, perWindow, holdMs } = settings;
  const now = { at: 0, uptime: 0 };
  const flying = holdOf({ sent: now }, now, settings);
  return Array.from({ length: perWindow }, (_, index) =>
    index < concurrent ? flying : { windowSlotMs: holdMs, inFlightMs: 0 },
  );
}

function holdOf({ sent, answered }: PastSend, now: Now, settings: PastHoldSettings): Hold {
  const { holdMs, failureHoldMs, requestTimeoutMs } = settings;
  if (answered !== undefined) return { windowSlotMs: holdMs - elapsedSince(answered, now), inFlightMs: 0 };
  const timesOutInMs = requestTimeoutMs - elapsedSince(sent, now);
  const placeMs = timesOutInMs + inFlightHoldAfterHangUp(settings);
  return { windowSlotMs: timesOutInMs + holdMs + failureHoldMs, inFlightMs: Math.max(placeMs, 0) };
}
