/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param pausesMs one pause for each failure; the last one repeats
 * @param failures how many attempts failed before the latest one
 */
export function pauseAfter(pausesMs: readonly number[], failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
}
