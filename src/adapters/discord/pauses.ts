import { pauseAfter as pauseIn } from '../../core/backoff.ts';

const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

/** Milliseconds to wait after so many attempts that failed: longer and longer, at most ten minutes. */
export function pauseAfter(tries: number): number {
  return pauseIn(PAUSES_MS, tries);
}
