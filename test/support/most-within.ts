/** The largest number of these times in any window of this length. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  let most = 0;
  let first = 0;
  for (const [last, time] of sorted.entries()) {
    while ((sorted[first] ?? Infinity) + windowMs <= time) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
