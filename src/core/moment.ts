import type { Clock } from './clock.ts';

/** When something happened, by the two clocks that other processes on this machine can also read. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the machine booted; undefined in rows written before this was stored. */
  readonly uptime?: number | undefined;
}

/** The present moment. */
export interface Now extends Moment {
  /** Milliseconds since the machine booted. */
  readonly uptime: number;
}

/** Reads both clocks. */
export function momentOf(clock: Clock): Now {
  return { at: clock.now(), uptime: clock.uptime() };
}

/**
 * The least number of milliseconds that have passed since then. The time of day may have been set since, so it counts only
 * as far as the uptime confirms it.
 */
export function elapsedSince(then: Moment, now: Now): number {
  // A moment in the future means that the clock was set back; it counts as now.
  const byTimeOfDay = Math.max(now.at - then.at, 0);
  return then.uptime === undefined ? byTimeOfDay : Math.min(byTimeOfDay, uptimeSince(then.uptime, now));
}

/** Milliseconds since an earlier uptime, never more than really passed: after a reboot only the new uptime counts. */
export function uptimeSince(then: number, { uptime }: Now): number {
  return uptime >= then ? uptime - then : uptime;
}
