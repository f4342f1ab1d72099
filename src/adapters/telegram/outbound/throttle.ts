import type { Clock } from '../../../core/clock.ts';

/** "At most one edit a second in a private chat, one in 3 s in a group": Telegram counts by chat, so all replies share it. */
export const PRIVATE_INTERVAL_MS = 1_000;
export const GROUP_INTERVAL_MS = 3_000;

/**
 * When the next edit in a chat may be made. Each process keeps the pace of its own replies; where several edit in one chat at
 * once and Telegram finds it too much, its 429 makes them wait, and nothing is lost.
 */
export interface Throttle {
  /** Resolves when it is this edit's turn. */
  turn(chat: number | string, intervalMs: number): Promise<void>;
}

export function createThrottle(clock: Clock): Throttle {
  const freeAt = new Map<number | string, number>();
  const forget = (): void => {
    for (const [chat, at] of freeAt) if (at <= clock.elapsed()) freeAt.delete(chat);
  };
  return {
    turn: async (chat, intervalMs) => {
      forget();
      const at = Math.max(clock.elapsed(), freeAt.get(chat) ?? Number.NEGATIVE_INFINITY);
      freeAt.set(chat, at + intervalMs);
      const pauseMs = at - clock.elapsed();
      if (pauseMs > 0) await clock.sleep(pauseMs);
    },
  };
}
