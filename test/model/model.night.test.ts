import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/nightly.ts';
import { FINDINGS } from './findings.ts';
import { play } from './play.ts';
import { circumstancesArbitrary, sequenceArbitrary } from './steps.ts';

const SEED = 20_261_122;
const TIMEOUT_MS = 8 * 3_600_000;
/** Most sequences are short: a short one explains better what it finds. */
const steps = fc.oneof(...[8, 8, 20, 40].map(sequenceArbitrary));
/** Sequences for one process: `test/nightly.mjs` starts several processes, one after another. */
const PART = 250;

describe('anything that can happen, in any order', () => {
  it(
    'breaks no promise: all is answered once, nothing is paid twice, and no limit is crossed',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, circumstancesArbitrary, async (happening, circumstances) => {
          expect(await play(happening, circumstances)).toEqual([]);
        }),
        // Shrinking may take thousands of tries, and each try plays a whole sequence.
        { ...runs(80, PART, { seed: SEED }), endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );
});

describe('what breaks a promise as soon as a bug is put back', () => {
  it.each(FINDINGS)(
    'keeps them: $bug',
    async ({ steps: happening, seed = 0, ...circumstances }) => {
      expect(await play(happening, { seed, ...circumstances })).toEqual([]);
    },
  );
});
