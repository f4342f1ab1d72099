import type { Clock } from '../../../core/clock.ts';

/** Discord sends a heartbeat every 41 s: after two without an answer the connection is dead. */
const SILENT_AFTER_MS = 90_000;

/** Decides from the times of a shard's heartbeats whether they are still answered. */
export interface Heartbeats {
  /**
   * Whether the shard is alive.
   * @param at when the last answered heartbeat was sent, by the time of day; negative before the first
   */
  areAnswered(shard: number, at: number): boolean;
}

/**
 * The library dates heartbeats by the time of day, which may be set at any moment. So only a change of the date is
 * evaluated, and its age counts from when the change was seen; rare calls notice silence later.
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
