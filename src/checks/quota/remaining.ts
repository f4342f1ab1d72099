/** Figures further apart than this are not joined: nobody knows what happened between them. */
export const GAP_MS = 36 * 3_600_000;

/** The month's checks left at one moment (milliseconds since 1970). */
export interface LeftAt {
  readonly at: number;
  readonly left: number;
}

/** The checks left over time, as far as it is known. */
export interface LeftLine {
  /** Unbroken stretches in which the figure only falls, oldest first. */
  readonly stretches: readonly (readonly LeftAt[])[];
  /** Two figures in a row of which the second is higher: a new month, or more checks bought. */
  readonly rises: readonly (readonly [LeftAt, LeftAt])[];
}

/** Cuts figures (oldest first) where too much time lies between them and where they rise; makes nothing up. */
export function leftLine(points: readonly LeftAt[]): LeftLine {
  const stretches: LeftAt[][] = [];
  const rises: (readonly [LeftAt, LeftAt])[] = [];
  let before: LeftAt | undefined;
  for (const point of points) {
    const isNear = before !== undefined && point.at - before.at <= GAP_MS;
    if (before !== undefined && isNear && point.left <= before.left) stretches.at(-1)?.push(point);
    else stretches.push([point]);
    if (before !== undefined && isNear && point.left > before.left) rises.push([before, point]);
    before = point;
  }
  return { stretches, rises };
}
