import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertSoon } from './shrinking.ts';

const RUNS = { seed: 7, numRuns: 9 };
const BROKEN = new Error('it is broken');
/** To shorten this one takes 400 tries or more. */
const LONG = fc.array(fc.integer(), { minLength: 400, maxLength: 400 });

describe('a sequence that breaks a promise', () => {
  it('is told with its seed and made shorter, until the time for that is over', async () => {
    let tries = 0;
    const said: string[] = [];
    const property = fc.asyncProperty(LONG, async () => {
      tries += 1;
      await delay(20);
      throw BROKEN;
    });
    const tell = (found: string): void => void said.push(found);
    await expect(assertSoon(property, RUNS, { shrinkMs: 2_000, tell })).rejects.toMatchObject({
      message: expect.stringMatching(/seed: 7, path: "0:[\d:]+"[\s\S]*Counterexample: \[/),
      cause: BROKEN,
    });
    expect(said).toEqual([expect.stringMatching(/seed: 7, path: "0"[\s\S]*it is broken/)]);
    // A hundred fit into this time.
    expect(tries).toBeLessThan(200);
  });

  it('is told as it was found where even that takes longer', async () => {
    const property = fc.asyncProperty(LONG, async () => {
      await delay(200);
      throw BROKEN;
    });
    await expect(assertSoon(property, RUNS, { shrinkMs: 50, tell: () => undefined })).rejects.toMatchObject({
      message: expect.stringMatching(/seed: 7, path: "0"[\s\S]*Counterexample: \[/),
      cause: BROKEN,
    });
  });

  it('is not looked for where there is none', async () => {
    let tries = 0;
    const property = fc.asyncProperty(LONG, async () => {
      tries += 1;
    });
    await assertSoon(property, RUNS, { shrinkMs: 1 });
    expect(tries).toBe(9);
  });
});
