import type { Parameters } from 'fast-check';

/**
 * Whether this run is the nightly one (`npm run test:nightly`, vitest's `--mode nightly`), which
 * has many more cases.
 */
export const isNight = process.env.MODE === 'nightly';

/** How many cases a test goes through, in `npm test` and at night. */
export function cases<T>(small: T, nightly: T): T {
  return isNight ? nightly : small;
}

/**
 * The same for fast-check: `fc.assert(property, runs(200, 20_000, { seed: 7 }))`. `npm test` goes
 * through the same cases each time. A night has cases of its own; fast-check names the seed with
 * what it finds, and `FUZZ_SEED` brings it back.
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
