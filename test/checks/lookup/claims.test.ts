import { describe, expect, it } from 'vitest';
import { type Claims, createClaims, FailedElsewhere } from '../../../src/checks/lookup/claims.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const TIMEOUT_MS = 20_000;
const HOUR_MS = 3_600_000;
/** Who waits looks at least so often. */
const LOOKS_MS = 500;
/** A lease is longer than a request can take, and no request takes longer than its time-out and a connection's. */
const LONGEST_MS = TIMEOUT_MS + 15_000;
const KEY = 'tac';
const WANTED = { imeiHash: 'imei', seen: undefined };
const FAILURE = { code: 'timeout', imeiHash: 'imei' } as const;

function createBench() {
  const clock = createFakeClock();
  const rows = createMemoryStore(clock).collection('claims');
  const errors: unknown[] = [];
  const claimsOf = (by: string): Claims =>
    createClaims({ rows, by, clock, requestTimeoutMs: TIMEOUT_MS, onError: (error) => errors.push(error) });
  return { clock, rows, errors, one: claimsOf('one'), two: claimsOf('two'), claimsOf };
}

/** Waits for whatever claim there is. */
function waitFor(claims: Claims): { readonly isOver: boolean } {
  const waiting = { isOver: false };
  void claims.over(KEY, WANTED, new AbortController().signal).then(() => {
    waiting.isOver = true;
  });
  return waiting;
}

/** Waits for the other's claim, and tells how it ended. */
async function outcomeOf(clock: FakeClock, waiting: Promise<void>): Promise<unknown> {
  return clock.advanceUntil(waiting.then(() => 'over').catch((error: unknown) => error));
}

describe('a claim', () => {
  it('is held by one, and taken again by the same', async () => {
    const { one, two } = createBench();
    expect(await one.take(KEY, WANTED)).toBe('taken');
    expect(await one.take(KEY, WANTED)).toBe('taken');
    expect(await two.take(KEY, WANTED)).toBe('held');
    expect(await two.take('another', WANTED)).toBe('taken');
  });

  it('can be taken when it was given back', async () => {
    const { one, two } = createBench();
    await one.take(KEY, WANTED);
    await one.release(KEY);
    expect(await two.take(KEY, WANTED)).toBe('taken');
  });

  it('is not given back by somebody who does not hold it', async () => {
    const { one, two, claimsOf } = createBench();
    await one.take(KEY, WANTED);
    await two.release(KEY);
    await two.release(KEY, FAILURE);
    expect(await claimsOf('three').take(KEY, WANTED)).toBe('held');
  });

  it.each([
    ['back', -24 * HOUR_MS],
    ['forward', 24 * HOUR_MS],
    ['forward by months', 5_000 * HOUR_MS],
  ])(
    'stands for as long as its request can take, and no longer, though the clock of the store is set %s',
    async (_, byMs) => {
      const { one, two, clock } = createBench();
      await one.take(KEY, WANTED);
      const waiting = waitFor(two);
      await clock.advance(1_000);
      expect(await one.renew(KEY)).toBe(true);
      clock.step(byMs);
      expect(await two.take(KEY, WANTED)).toBe('held');
      await clock.advance(LONGEST_MS);
      expect(waiting.isOver).toBe(false);
      expect(await two.take(KEY, WANTED)).toBe('held');
      await clock.advance(LOOKS_MS);
      expect(waiting.isOver).toBe(true);
      expect(await two.take(KEY, WANTED)).toBe('taken');
      expect(await one.renew(KEY)).toBe(false);
    },
  );

  it('stands for the longest request anew whenever it is renewed', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    const waiting = waitFor(two);
    for (let times = 0; times < 3; times += 1) {
      await clock.advance(LONGEST_MS);
      expect(await one.renew(KEY)).toBe(true);
    }
    await clock.advance(LONGEST_MS);
    expect(waiting.isOver).toBe(false);
    await clock.advance(LOOKS_MS);
    expect(waiting.isOver).toBe(true);
  });

  it('is renewed and given back also where the store carries out late what it was given up for', async () => {
    const { one, two, rows, clock } = createBench();
    await one.take(KEY, WANTED);
    const { replace } = rows;
    let carryOut = async (): Promise<unknown> => undefined;
    rows.replace = (...row) => {
      carryOut = () => replace(...row);
      return Promise.reject(new Error('Redis stalls'));
    };
    await expect(one.renew(KEY)).rejects.toThrow('stalls');
    rows.replace = replace;
    expect(await one.take(KEY, WANTED)).toBe('taken');
    await carryOut();
    expect(await one.renew(KEY)).toBe(true);
    await one.release(KEY);
    expect(await two.take(KEY, WANTED)).toBe('taken');
    expect(clock.sleeping).toBe(0);
  });

  it('of a process that has ended is given back once its request cannot be under way any more', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    await one.renew(KEY);
    await one.take('another', WANTED);
    await two.take('its own', WANTED);
    two.ended('one');
    await clock.advance(TIMEOUT_MS - 1);
    expect(await two.take(KEY, WANTED)).toBe('held');
    // It has only stood still.
    expect(await one.renew('another')).toBe(true);
    await clock.advance(1);
    expect(await two.take(KEY, WANTED)).toBe('taken');
    expect(await two.take('another', WANTED)).toBe('held');
    expect(await two.renew('its own')).toBe(true);
  });

  it('of a process that has ended is left to the others by one that ends itself', async () => {
    const { one, two, clock, errors } = createBench();
    await one.take(KEY, WANTED);
    two.ended('one');
    await clock.settle();
    expect(clock.keepingAlive).toBe(0);
    two.stop();
    await clock.advance(LONGEST_MS);
    expect(await two.take(KEY, WANTED)).toBe('held');
    expect(errors).toEqual([]);
  });

  it('that cannot be given back is reported, and is when the store works again', async () => {
    const { rows, one, two, errors } = createBench();
    const { deleteIf } = rows;
    await one.take(KEY, WANTED);
    await one.renew(KEY);
    rows.deleteIf = () => Promise.reject(new Error('Redis is away'));
    await one.release(KEY);
    expect(errors).toHaveLength(1);
    await expect(one.catchUp()).rejects.toThrow('away');
    rows.deleteIf = deleteIf;
    await one.catchUp();
    expect(await two.take(KEY, WANTED)).toBe('taken');
  });

  it('that may have been made by what was given up is gone when the store works again, unless it is held by then', async () => {
    const { rows, one, two } = createBench();
    const { insert } = rows;
    rows.insert = async (...row) => {
      await insert(...row);
      throw new Error('Redis was slow');
    };
    for (const key of [KEY, 'another']) await expect(one.take(key, WANTED)).rejects.toThrow('slow');
    rows.insert = insert;
    expect(await one.take('another', WANTED)).toBe('taken');
    await one.catchUp();
    expect(await two.take(KEY, WANTED)).toBe('taken');
    expect(await two.take('another', WANTED)).toBe('held');
  });

  it('that could not be given back is not, where another check holds it by then', async () => {
    const { rows, one, two } = createBench();
    const { deleteIf } = rows;
    await one.take(KEY, WANTED);
    await one.renew(KEY);
    rows.deleteIf = () => Promise.reject(new Error('Redis is away'));
    await one.release(KEY);
    rows.deleteIf = deleteIf;
    const catchingUp = one.catchUp;
    expect(await one.take(KEY, WANTED)).toBe('taken');
    expect(await one.renew(KEY)).toBe(true);
    await catchingUp();
    expect(await two.take(KEY, WANTED)).toBe('held');
  });
});

describe('whoever waits for another’s claim', () => {
  it('goes on when it was given back, or ran out', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    const { signal } = new AbortController();
    const waiting = two.over(KEY, WANTED, signal);
    await clock.advance(1_000);
    await one.release(KEY);
    expect(await outcomeOf(clock, waiting)).toBe('over');
    await one.take(KEY, WANTED);
    const startedAt = clock.elapsed();
    expect(await outcomeOf(clock, two.over(KEY, WANTED, signal))).toBe('over');
    expect(clock.elapsed() - startedAt).toBeGreaterThanOrEqual(LONGEST_MS);
  });

  it('waits for nobody where it holds the claim itself', async () => {
    const { one, clock } = createBench();
    await one.take(KEY, WANTED);
    const startedAt = clock.elapsed();
    expect(await outcomeOf(clock, one.over(KEY, WANTED, new AbortController().signal))).toBe('over');
    expect(clock.elapsed()).toBe(startedAt);
  });

  it.each(['failed timeout', 'failed of-a-newer-version imei', 'ended timeout imei'])(
    'takes what it cannot read for a claim that stands: %s',
    async (held) => {
      const { one, rows } = createBench();
      await rows.put(KEY, held);
      expect(await one.take(KEY, WANTED)).toBe('held');
    },
  );

  it('leaves with its signal', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    const leaving = new AbortController();
    const waiting = outcomeOf(clock, two.over(KEY, WANTED, leaving.signal));
    leaving.abort('gone');
    expect(await waiting).toBe('gone');
  });

  it('learns the failure as its own, although it stood still for an hour meanwhile', async () => {
    const { one, two, clock } = createBench();
    const seen = await two.look(KEY);
    await one.take(KEY, WANTED);
    await one.release(KEY, FAILURE);
    await clock.advance(3_600_000);
    const { signal } = new AbortController();
    const learnt = await outcomeOf(clock, two.over(KEY, { ...WANTED, seen }, signal));
    expect(learnt).toBeInstanceOf(FailedElsewhere);
    expect(learnt).toMatchObject({ code: 'timeout', paid: 'maybe' });
  });

  it('learns it also when it only stood in line until then', async () => {
    const { one, two } = createBench();
    const seen = await two.look(KEY);
    await one.take(KEY, WANTED);
    await one.release(KEY, FAILURE);
    await expect(two.take(KEY, { ...WANTED, seen })).rejects.toBeInstanceOf(FailedElsewhere);
    // It is for those who wait, and not in the way of the next.
    await expect(two.take(KEY, { ...WANTED, seen })).rejects.toBeInstanceOf(FailedElsewhere);
  });

  it('does not take the failure of another phone of the same type for its own', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    await one.release(KEY, { ...FAILURE, imeiHash: 'another' });
    const { signal } = new AbortController();
    expect(await outcomeOf(clock, two.over(KEY, WANTED, signal))).toBe('over');
    expect(await two.take(KEY, WANTED)).toBe('taken');
  });
});

describe('whoever asks after a failure', () => {
  it('may try again, at once and for ever', async () => {
    const { one, two } = createBench();
    for (const asking of [one, two, one, two]) {
      const seen = await asking.look(KEY);
      expect(await asking.take(KEY, { ...WANTED, seen })).toBe('taken');
      await asking.release(KEY, FAILURE);
    }
  });

  it('learns of a second failure, which is not the first', async () => {
    const { one, two } = createBench();
    await one.take(KEY, WANTED);
    await one.release(KEY, FAILURE);
    const seen = await two.look(KEY);
    await one.take(KEY, { ...WANTED, seen });
    await one.release(KEY, FAILURE);
    await expect(two.take(KEY, { ...WANTED, seen })).rejects.toBeInstanceOf(FailedElsewhere);
  });
});
