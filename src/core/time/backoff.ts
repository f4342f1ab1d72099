/** Delays between attempts grow to ten minutes. */
const FIRST_DELAYS_MS = [5_000, 30_000, 120_000];
const LONGEST_DELAY_MS = 600_000;

/**
 * The delay before the next attempt, in milliseconds.
 * @param failures how many attempts failed before the latest one
 */
export function delayAfter(failures: number): number {
  return FIRST_DELAYS_MS[failures] ?? LONGEST_DELAY_MS;
}
