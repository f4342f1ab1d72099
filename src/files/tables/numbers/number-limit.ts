import type { Finding } from '../../../imei/findings.ts';

/** The most numbers of a file that are returned, repetitions included. */
export const MAX_NUMBERS = 50_000;

/**
 * Counts the numbers of a file up to the most that are returned. With 49,999 of 50,000 counted, a
 * row of one number is within the limit, and a row of two exceeds it.
 */
export class NumberLimit {
  #count = 0;

  get isExceeded(): boolean {
    return this.#count > MAX_NUMBERS;
  }

  /** Counts the numbers of a row. Returns whether all so far are within the limit. */
  count(numbers: readonly Finding[]): boolean {
    this.#count += numbers.length;
    return !this.isExceeded;
  }
}
