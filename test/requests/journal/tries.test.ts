import { describe, expect, it } from 'vitest';
import {
  FIRST_TRY,
  isPoison,
  isSuspect,
  NO_TRIES,
  POISON_LIMITS,
  type Tries,
  withBegun,
  withEnded,
  withLasted,
} from '../../../src/requests/journal/tries.ts';

function having(...steps: ((tries: Tries) => Tries)[]): Tries {
  return steps.reduce((tries, step) => step(tries), NO_TRIES);
}

const diedSoon = withBegun;
const diedLate = (tries: Tries): Tries => withLasted(withBegun(tries));

describe('a request that processes have died over', () => {
  it.each([
    ['once, soon after it was begun', having(diedSoon), false],
    ['twice, soon after', having(diedSoon, diedSoon), true],
    ['once soon and once late', having(diedSoon, diedLate), false],
    ['twice soon and once late', having(diedSoon, diedLate, diedSoon), true],
    ['twice, each after a while', having(diedLate, diedLate), false],
    ['three times, however late', having(diedLate, diedLate, diedLate), true],
  ])('%s: whether it is run no more', (_how, tries, closes) => {
    expect(isPoison(tries, POISON_LIMITS)).toBe(closes);
  });

  it('is begun alone only while one of them died soon', () => {
    expect(isSuspect(NO_TRIES)).toBe(false);
    expect(isSuspect(FIRST_TRY)).toBe(true);
    expect(isSuspect(having(diedLate))).toBe(false);
    expect(isSuspect(having(diedLate, diedSoon))).toBe(true);
  });
});

describe('a try', () => {
  it('that ends in good order leaves no trace', () => {
    for (const before of [NO_TRIES, having(diedSoon), having(diedLate), having(diedLate, diedSoon)]) {
      expect(withEnded(withBegun(before), false)).toEqual(before);
      expect(withEnded(withLasted(withBegun(before)), true)).toEqual(before);
    }
  });

  it('is counted once, also where it is told twice that it lasted, or that it ended', () => {
    expect(withLasted(withLasted(FIRST_TRY))).toEqual({ begun: 1, lasted: 1 });
    expect(withEnded(NO_TRIES, true)).toEqual(NO_TRIES);
    expect(withEnded({ begun: 1, lasted: 1 }, false)).toEqual(NO_TRIES);
  });
});
