import type { Clock } from './clock.ts';

/** When something happened, by both clocks that another process on this machine can read as well. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds since the machine was started; undefined in what was written before this was kept. */
  readonly uptime?: number | undefined;
}

export interface Now extends Moment {
  readonly uptime: number;
}

export function momentOf(clock: Clock): Now {
  return { at: clock.now(), uptime: clock.uptime() };
}

/**
 * Milliseconds that have passed since then at least. The time of day may have been set since, so it counts as far as the
 * uptime bears it out.
 */
export function elapsedSince(then: Moment, now: Now): number {
  // What is said to come from the future, since the clock was set back, happened just now.
  const byTimeOfDay = Math.max(now.at - then.at, 0);
  return then.uptime === undefined ? byTimeOfDay : Math.min(byTimeOfDay, uptimeSince(then.uptime, now));
}

/** Never more than what has passed, since all that a machine has been up lies after whatever was before its restart. */
export function uptimeSince(then: number, { uptime }: Now): number {
  return uptime >= then ? uptime - then : uptime;
}
