import type { Clock } from '../../../../core/clock.ts';
import type { ShownReply } from '../../../../core/reply.ts';

/** The age from which a reply says where its answer will come; the token expires two minutes later. */
export const FALLBACK_AFTER_MS = 13 * 60_000;
/** A rate observed for less than this is not reliable. */
const WATCHED_AT_LEAST_MS = 5_000;

/** Predicts whether an answer comes before the token expires. */
export interface TokenExpiry {
  /** Whether this state should say where the answer will come. */
  isDue(state: ShownReply): boolean;
}

/** The progress of a reply, possibly with the core's estimate of the time left. */
type Progress = NonNullable<ShownReply['progress']>;

/**
 * Creates the prediction for one reply.
 * @param since when the interaction arrived, in milliseconds since 1970
 */
export function createTokenExpiry(since: number, clock: Pick<Clock, 'now' | 'elapsed'>): TokenExpiry {
  /** By `Clock.elapsed()`: the rate of this process alone. */
  let watched: { readonly at: number; readonly done: number } | undefined;
  const leftMs = ({ done, total, leftMs: told }: Progress): number => {
    if (told !== undefined) return told;
    watched ??= { at: clock.elapsed(), done };
    const spent = clock.elapsed() - watched.at;
    if (spent < WATCHED_AT_LEAST_MS || done <= watched.done) return 0;
    return ((total - done) * spent) / (done - watched.done);
  };
  return {
    // By the time of day: another process may have received the command, and Discord uses its own time of day.
    isDue: ({ progress }) =>
      clock.now() + (progress === undefined ? 0 : leftMs(progress)) >= since + FALLBACK_AFTER_MS,
  };
}
