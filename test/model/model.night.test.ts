import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/nightly.ts';
import { FINDINGS } from './findings.ts';
import { play } from './play.ts';
import { assertSoon } from './shrinking.ts';
import { circumstancesArbitrary, sequenceArbitrary } from './steps.ts';

const SEED = 20_261_122;
const TIMEOUT_MS = 8 * 3_600_000;
/** For finding the shortest sequence that breaks a promise. */
const SHRINK_MS = 120_000;
/** Short ones say more about what they find. */
const steps = fc.oneof(...[8, 8, 20, 40].map((maxLength) => sequenceArbitrary({ maxLength })));
/** What one process plays in a night: `test/nightly.mjs` starts several, one after the other. */
const PART = 250;

describe('GIVEN anything that can happen, in any order', () => {
  it(
    'answers all that was accepted once, pays for nothing twice, and crosses no limit',
    async () => {
      await assertSoon(
        fc.asyncProperty(steps, circumstancesArbitrary, async (happening, circumstances) => {
          expect(await play(happening, circumstances)).toEqual([]);
        }),
        runs(80, PART, { seed: SEED }),
        { shrinkMs: SHRINK_MS },
      );
    },
    TIMEOUT_MS,
  );
});

describe('GIVEN what breaks a promise as soon as a bug is put back', () => {
  it.each(FINDINGS)('keeps them: $finding', async ({ steps: happening, circumstances }) => {
    expect(await play(happening, circumstances)).toEqual([]);
  });
});
