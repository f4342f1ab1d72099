import type { Clock } from '../../../core/clock.ts';

/** Discord sends a heartbeat every 41 s: after two without an answer the connection is dead. */
const SILENT_AFTER_MS = 90_000;

/** Tells from the times of a shard's heartbeats whether they are still answered. */
export interface Heartbeats {
  /** @param at when the last answered one was sent, by the time of day; below 0 before the first */
  areAnswered(shard: number, at: number): boolean;
}

/**
 * The library dates heartbeats by the time of day, which may be set forward or back at any moment. So only whether the date
 * has changed is read from it, and its age runs from when that was seen: whoever asks seldom hears of a silence so much later.
 */
export function createHeartbeats(clock: Pick<Clock, 'uptime'>): Heartbeats {
  const latest = new Map<number, { readonly at: number; readonly seenAt: number }>();
  return {
    areAnswered: (shard, at) => {
      if (at < 0) return true;
      const now = clock.uptime();
      const known = latest.get(shard);
      if (known?.at === at) return now - known.seenAt < SILENT_AFTER_MS;
      latest.set(shard, { at, seenAt: now });
      return true;
    },
  };
}
