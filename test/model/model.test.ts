import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases, runs } from '../support/nightly.ts';
import { FOUND } from './found.ts';
import { play } from './play.ts';
import { stepArbitrary } from './steps.ts';

/** Short ones say more about what they find; at night there is time for the entangled. */
const steps = fc.array(stepArbitrary, { maxLength: cases(10, 40), size: 'max' });

describe.each([1, 2] as const)(
  'GIVEN anything that can happen, in any order, to %i process(es)',
  (processes) => {
    it('answers all that was accepted once, pays for nothing twice, and crosses no limit', async () => {
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(), async (happening, seed) => {
          expect(await play(happening, { processes, seed })).toEqual([]);
        }),
        runs(100, 5_000, { seed: 20_261_122 }),
      );
    });
  },
);

describe('GIVEN what once broke a promise', () => {
  it.each(FOUND)('keeps them with $what', async ({ steps: happening, processes }) => {
    for (const seed of [0, 206, 358]) expect(await play(happening, { processes, seed })).toEqual([]);
  });
});
