import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../core/clock.ts';

/**
 * At least between two calls in a channel that only tell how far a reply is, of all its replies together. Discord's limits "should
 * not be hard coded"; those of a channel are about five calls in five seconds, which the library learns and keeps for what
 * somebody waits for.
 */
const PAUSE_MS = 1_500;
/** Channels remembered. */
const REMEMBERED = 10_000;

/** Leaves most of what Discord allows in a channel to answers. */
export interface ProgressBudget {
  /** Resolves when a call may be made that nobody waits for; rejects with the signal's reason if it is aborted before. */
  turn(channel: string, signal: AbortSignal): Promise<void>;
}

/** Creates the budget of this process. */
export function createProgressBudget(clock: Clock): ProgressBudget {
  const freeAt = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    turn: async (channel, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const pauseMs = (freeAt.get(channel) ?? Number.NEGATIVE_INFINITY) - clock.elapsed();
        if (pauseMs <= 0) break;
        await clock.sleep(pauseMs, signal);
      }
      freeAt.set(channel, clock.elapsed() + PAUSE_MS);
    },
  };
}
