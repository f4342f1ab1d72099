import type { Parameters } from 'fast-check';

/**
 * Whether this run is the nightly one (`npm run test:nightly`, vitest's `--mode nightly`), which
 * has many more cases.
 */
export const isNight = process.env.MODE === 'nightly';

/** The number of cases of a test, in `npm test` and at night. */
export function cases<T>(small: T, nightly: T): T {
  return isNight ? nightly : small;
}

/**
 * Parameters for fast-check: `fc.assert(property, runs(200, 20_000, { seed: 7 }))`. `npm test` runs
 * the same cases each time. Each night has other cases. fast-check reports the seed of a failure,
 * and `FUZZ_SEED` repeats it.
 */
export function runs<T>(
  small: number,
  nightly: number,
  { seed }: { readonly seed: number },
): Parameters<T> {
  const seedToRepeat = process.env.FUZZ_SEED;
  if (seedToRepeat !== undefined) {
    return { numRuns: cases(small, nightly), seed: Number(seedToRepeat) };
  }
  return isNight ? { numRuns: nightly } : { numRuns: small, seed };
}
