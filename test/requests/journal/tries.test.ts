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
const diedLate = (tries: Tries): Tries => withLasted(withBegun(tries), 'working');
const diedWaiting = (tries: Tries): Tries => withLasted(withBegun(tries), 'waiting');
const times = (many: number, step: (tries: Tries) => Tries) => Array.from({ length: many }, () => step);

describe('a request that processes have died over', () => {
  it.each([
    ['once, soon after it was begun', having(diedSoon), false],
    ['twice, soon after', having(diedSoon, diedSoon), true],
    ['once soon and once late', having(diedSoon, diedLate), false],
    ['twice soon and once late', having(diedSoon, diedLate, diedSoon), true],
    ['twice, each after a while', having(diedLate, diedLate), false],
    ['three times, however late', having(diedLate, diedLate, diedLate), true],
    ['twice late and many times waiting', having(diedLate, ...times(9, diedWaiting), diedLate), false],
    ['once soon and many times waiting', having(diedSoon, ...times(9, diedWaiting)), false],
    ['twice soon, however often waiting', having(diedSoon, ...times(9, diedWaiting), diedSoon), true],
    [
      'three times late, however often waiting',
      having(...times(9, diedWaiting), ...times(3, diedLate)),
      true,
    ],
    ['nineteen times, waiting', having(...times(19, diedWaiting)), false],
    ['twenty times, whatever it did', having(...times(20, diedWaiting)), true],
  ])('%s: whether it is run no more', (_how, tries, closes) => {
    expect(isPoison(tries, POISON_LIMITS, false)).toBe(closes);
  });

  it('while they waited, is run no more after three where one of them had sent its check', () => {
    expect(isPoison(having(...times(2, diedWaiting)), POISON_LIMITS, true)).toBe(false);
    expect(isPoison(having(...times(3, diedWaiting)), POISON_LIMITS, true)).toBe(true);
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
    const soonOrLate = [NO_TRIES, having(diedSoon), having(diedLate), having(diedLate, diedSoon)];
    for (const before of [...soonOrLate, having(diedWaiting), having(diedWaiting, diedLate)]) {
      expect(withEnded(withBegun(before), undefined)).toEqual(before);
      expect(withEnded(diedLate(before), 'working')).toEqual(before);
      expect(withEnded(diedWaiting(before), 'waiting')).toEqual(before);
    }
  });

  it('is counted once, also where it is told twice that it lasted, or that it ended', () => {
    expect(withLasted(withLasted(FIRST_TRY, 'working'), 'working')).toEqual({ begun: 1, lasted: 1 });
    expect(withLasted(diedWaiting(NO_TRIES), 'waiting')).toEqual({ begun: 1, lasted: 1, waited: 1 });
    expect(withEnded(NO_TRIES, 'working')).toEqual(NO_TRIES);
    expect(withEnded({ begun: 1, lasted: 1 }, undefined)).toEqual(NO_TRIES);
    expect(withEnded(diedWaiting(NO_TRIES), undefined)).toEqual(NO_TRIES);
  });
});
