import type { Clock } from '../../../core/clock.ts';

/**
 * Telegram's limits: one edit a second in a private chat, one in 3 s in a group. They apply per chat, so all its replies
 * share them.
 */
export const PRIVATE_INTERVAL_MS = 1_000;
/** See {@link PRIVATE_INTERVAL_MS}. */
export const GROUP_INTERVAL_MS = 3_000;

/**
 * Delays edits to the allowed rate. Each process throttles its own replies; if several edit in one chat, Telegram's 429
 * delays them and nothing is lost.
 */
export interface Throttle {
  /** Resolves when this edit may be made; rejects with the signal's reason if it is aborted first. */
  turn(chat: number | string, intervalMs: number, signal: AbortSignal): Promise<void>;
}

/** Creates the throttle of this process. */
export function createThrottle(clock: Clock): Throttle {
  const freeAt = new Map<number | string, number>();
  const forget = (): void => {
    for (const [chat, at] of freeAt) if (at <= clock.elapsed()) freeAt.delete(chat);
  };
  return {
    turn: async (chat, intervalMs, signal) => {
      forget();
      const at = Math.max(clock.elapsed(), freeAt.get(chat) ?? Number.NEGATIVE_INFINITY);
      freeAt.set(chat, at + intervalMs);
      const pauseMs = at - clock.elapsed();
      if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    },
  };
}
