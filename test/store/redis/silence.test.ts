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
  /** When another one was answered. */
  let heardAt: number;

  beforeEach(() => {
    elapsed = 0;
    silences = 0;
    heardAt = Number.NEGATIVE_INFINITY;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
    const onSilence = (): void => {
      silences += 1;
    };
    heard = afterSilence(MS, onSilence, () => heardAt);
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

  it('is one as long after the last answer to another one, and no sooner', async () => {
    for (let answers = 0; answers < 4; answers += 1) {
      pass(MS - 10);
      heardAt = elapsed;
      pass(10);
      await settle();
      expect(silences).toBe(0);
    }
    pass(MS - 11);
    await settle();
    expect(silences).toBe(0);
    pass(1);
    await settle();
    expect(silences).toBe(1);
  });

  it('is none yet where another one is answered by what is read when its time is over', async () => {
    pass(MS);
    heardAt = elapsed;
    await settle();
    expect(silences).toBe(0);
    pass(MS);
    await settle();
    expect(silences).toBe(1);
  });

  it('is none for what was answered before it', async () => {
    heard();
    heardAt = elapsed;
    heard = afterSilence(
      MS,
      () => {
        silences += 10;
      },
      () => heardAt,
    );
    pass(MS);
    await settle();
    expect(silences).toBe(10);
  });

  it('is one after five times its time, whoever else is answered', async () => {
    for (let tenths = 0; tenths < 49; tenths += 1) {
      pass(MS / 10);
      heardAt = elapsed;
    }
    await settle();
    expect(silences).toBe(0);
    for (let tenths = 0; tenths < 10; tenths += 1) {
      pass(MS / 10);
      heardAt = elapsed;
    }
    await settle();
    expect(silences).toBe(1);
  });
});
