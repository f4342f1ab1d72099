import { describe, expect, it } from 'vitest';
import { type Claims, createClaims, FailedElsewhere } from '../../../src/checks/lookup/claims.ts';
import { createMemoryStore } from '../../../src/simulation/memory-store.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';

const TIMEOUT_MS = 20_000;
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

  it('outlives the longest request by a margin, and no more', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    await clock.advance(LONGEST_MS - 1);
    expect(await two.take(KEY, WANTED)).toBe('held');
    await clock.advance(1);
    expect(await two.take(KEY, WANTED)).toBe('taken');
    expect(await one.renew(KEY)).toBe(false);
  });

  it('is kept for the longest request anew when it is renewed', async () => {
    const { one, two, clock } = createBench();
    await one.take(KEY, WANTED);
    await clock.advance(LONGEST_MS - 1);
    expect(await one.renew(KEY)).toBe(true);
    await clock.advance(LONGEST_MS - 1);
    expect(await two.take(KEY, WANTED)).toBe('held');
  });

  it('of a dead process is waited for no longer, though the clock by which it expires was set back', async () => {
    const { one, two, clock, rows } = createBench();
    await one.take(KEY, WANTED);
    await one.renew(KEY);
    await rows.put(KEY, String(await rows.get(KEY)), { expiresAt: clock.now() + 24 * 3_600_000 });
    let isOver = false;
    const waiting = two.over(KEY, WANTED, new AbortController().signal).then(() => {
      isOver = true;
    });
    await clock.advance(LONGEST_MS);
    expect(isOver).toBe(false);
    await clock.advance(LONGEST_MS);
    await waiting;
    expect(await two.take(KEY, WANTED)).toBe('taken');
    expect(await one.renew(KEY)).toBe(false);
  });

  it('is waited for as long as its request can take, however late that was sent', async () => {
    const { one, two, clock } = createBench();
    const expectHeldFor = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      expect(await two.take(KEY, WANTED)).toBe('held');
    };
    await one.take(KEY, WANTED);
    const leaving = new AbortController();
    const waiting = two.over(KEY, WANTED, leaving.signal).catch(() => undefined);
    await expectHeldFor(LONGEST_MS - 1);
    expect(await one.renew(KEY)).toBe(true);
    await expectHeldFor(LONGEST_MS - 1);
    leaving.abort();
    await clock.advanceUntil(waiting);
  });

  it('that cannot be given back is reported, and breaks nothing', async () => {
    const { rows, one, errors } = createBench();
    rows.deleteIf = () => Promise.reject(new Error('Redis is away'));
    await one.release(KEY);
    expect(errors).toHaveLength(1);
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

  it('reads what an earlier version wrote', async () => {
    const { one, rows } = createBench();
    await rows.put(KEY, 'failed timeout imei');
    await expect(one.take(KEY, WANTED)).rejects.toMatchObject({ code: 'timeout' });
    expect(await one.take(KEY, { ...WANTED, seen: await one.look(KEY) })).toBe('taken');
  });
});
