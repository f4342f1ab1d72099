import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterSilence } from '../../../src/store/redis/silence.ts';

const MS = 1_000;
/** As a timer that fires later than this was not late by load. */
const STILL_MS = 251;

describe('a silence', () => {
  let elapsed = 0;
  let silences = 0;
  let heard: () => void;

  beforeEach(() => {
    elapsed = 0;
    silences = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    heard = afterSilence(MS, () => {
      silences += 1;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** Time passes, and so much more of it in which the process stands still. */
  const pass = (ms: number, stillMs = 0): void => {
    elapsed += ms + stillMs;
    vi.advanceTimersByTime(ms);
  };
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 3; turns += 1) await turn();
  };

  it('is one after its time, and not before what has arrived is read', async () => {
    pass(MS - 1);
    await settle();
    expect(silences).toBe(0);
    pass(1);
    expect(silences).toBe(0);
    await settle();
    expect(silences).toBe(1);
    pass(10 * MS);
    await settle();
    expect(silences).toBe(1);
  });

  it.each([
    ['in its time', MS - 1],
    ['by what is read when its time is over', MS],
  ])('is none where an answer is heard %s', async (_case, ms) => {
    pass(ms);
    heard();
    pass(10 * MS);
    await settle();
    expect(silences).toBe(0);
  });

  it('has its time anew where the process stood still, and not where it was only slow', async () => {
    pass(MS, STILL_MS);
    await settle();
    expect(silences).toBe(0);
    pass(MS, STILL_MS - 1);
    await settle();
    expect(silences).toBe(1);
  });

  it('has its time anew three times at most', async () => {
    for (let times = 0; times < 3; times += 1) {
      pass(MS, STILL_MS);
      await settle();
      expect(silences).toBe(0);
    }
    pass(MS, STILL_MS);
    await settle();
    expect(silences).toBe(1);
  });

  it('is none where an answer is heard after the process stood still', async () => {
    pass(MS, STILL_MS);
    heard();
    pass(10 * MS);
    await settle();
    expect(silences).toBe(0);
  });
});
