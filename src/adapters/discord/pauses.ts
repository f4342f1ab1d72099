import { pauseAfter as pauseIn } from '../../core/backoff.ts';

const PAUSES_MS = [5_000, 30_000, 120_000, 600_000];

/** The pause after this many failed attempts, in milliseconds; grows to at most ten minutes. */
export function pauseAfter(tries: number): number {
  return pauseIn(PAUSES_MS, tries);
}
