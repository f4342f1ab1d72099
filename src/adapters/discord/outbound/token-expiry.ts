import type { Clock } from '../../../core/clock.ts';
import type { ShownReply } from '../../../core/reply.ts';

/** From here on a reply says where its answer will come, since the way back closes two minutes later. */
export const HANDOVER_MS = 13 * 60_000;
/** A pace that was watched for less than this tells nothing. */
const WATCHED_AT_LEAST_MS = 5_000;

/** Foresees whether an answer comes before its way back closes. */
export interface TokenExpiry {
  /** Whether this state should say where the answer will come. */
  isDue(state: ShownReply): boolean;
}

/** Progress as the core may tell it: with its own estimate of the time left. */
type Progress = NonNullable<ShownReply['progress']>;

/** @param since when the interaction came, in milliseconds since 1970 */
export function createTokenExpiry(since: number, clock: Pick<Clock, 'now' | 'elapsed'>): TokenExpiry {
  /** By `Clock.elapsed()`: the pace is that of this process alone. */
  let watched: { readonly at: number; readonly done: number } | undefined;
  const leftMs = ({ done, total, leftMs: told }: Progress): number => {
    if (told !== undefined) return told;
    watched ??= { at: clock.elapsed(), done };
    const spent = clock.elapsed() - watched.at;
    if (spent < WATCHED_AT_LEAST_MS || done <= watched.done) return 0;
    return ((total - done) * spent) / (done - watched.done);
  };
  return {
    // The command may have come to a process before this one, and Discord counts by its own time of day.
    isDue: ({ progress }) =>
      clock.now() + (progress === undefined ? 0 : leftMs(progress)) >= since + HANDOVER_MS,
  };
}
