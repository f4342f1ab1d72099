import { HOUR_MS } from '../../core/clock.ts';

/** Figures further apart than this are not joined: nobody knows what happened between them. */
export const GAP_MS = 36 * HOUR_MS;

/** The month's checks left at one moment (milliseconds since 1970). */
export interface RemainingAt {
  readonly at: number;
  readonly left: number;
}

/** The checks left over time, as far as it is known. */
export interface RemainingSeries {
  /** Unbroken stretches in which the figure only falls, oldest first. */
  readonly stretches: readonly (readonly RemainingAt[])[];
  /** Two figures in a row of which the second is higher: a new month, or more checks bought. */
  readonly rises: readonly (readonly [RemainingAt, RemainingAt])[];
}

/** Cuts figures (oldest first) where too much time lies between them and where they rise; makes nothing up. */
export function remainingSeries(points: readonly RemainingAt[]): RemainingSeries {
  const stretches: RemainingAt[][] = [];
  const rises: (readonly [RemainingAt, RemainingAt])[] = [];
  let before: RemainingAt | undefined;
  for (const point of points) {
    const isNear = before !== undefined && point.at - before.at <= GAP_MS;
    if (before !== undefined && isNear && point.left <= before.left) stretches.at(-1)?.push(point);
    else stretches.push([point]);
    if (before !== undefined && isNear && point.left > before.left) rises.push([before, point]);
    before = point;
  }
  return { stretches, rises };
}
