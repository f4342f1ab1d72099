import type { Clock } from '../core/clock.ts';
import type { PastSend } from './ledger.ts';

interface PastSlotSettings {
  readonly perWindow: number;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly holdMs: number;
  readonly failureHoldMs: number;
}

/** For how much longer a send from before a restart takes a slot of the window, and a place among those in flight. */
export interface PastSlot {
  readonly slotMs: number;
  readonly placeMs: number;
}

/**
 * The slots still taken by what was sent before a restart, at most as many as there are: of more (the limit was
 * lowered), those that last longest. A clock that was set back makes a send at most as late as now.
 */
export function slotsOfPastSends(past: readonly PastSend[], settings: PastSlotSettings): readonly PastSlot[] {
  const { perWindow, requestTimeoutMs, clock, holdMs, failureHoldMs } = settings;
  const now = clock.now();
  return past
    .map(({ sentAt, answeredAt }) => {
      if (answeredAt !== undefined) return { slotMs: Math.min(answeredAt, now) + holdMs - now, placeMs: 0 };
      const backAt = Math.min(sentAt, now) + requestTimeoutMs;
      return { slotMs: backAt + failureHoldMs - now, placeMs: Math.max(backAt - now, 0) };
    })
    .filter(({ slotMs }) => slotMs > 0)
    .sort((a, b) => b.slotMs - a.slotMs)
    .slice(0, perWindow);
}
