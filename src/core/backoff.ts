/** For what may take long to mend: grow to ten minutes. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param failures how many attempts failed before the latest one
 * @param pausesMs one pause for each failure; the last one repeats
 */
export function pauseAfter(failures: number, pausesMs: readonly number[] = PAUSES_MS): number {
  return pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
}
