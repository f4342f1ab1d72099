import { beforeEach, describe, expect, it } from 'vitest';
import { whenAborted } from '../../../src/core/async/promises.ts';
import { createElection } from '../../../src/store/cluster/election.ts';
import type { Collection } from '../../../src/store/contract.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const TURNS = { everyMs: 3_000, freeAfterMs: 15_000 };
const TASK = 'the task';

describe('an election over a store', () => {
  let clock: FakeClock;
  let rows: Collection;
  let seen: string[];

  /** A process that stands for the task until it is stopped. */
  const stand = (by: string, reach: Collection = rows, work = leadUntilStopped(by)) => {
    const stopped = new AbortController();
    const elect = createElection({
      ...{ rows: reach, by, clock, turns: TURNS },
      onBroken: (task, error) => seen.push(`${task} broke at ${by}: ${error}`),
    });
    const standing = elect(TASK, { work, onStandBy: () => seen.push(`${by} stands by`) }, stopped.signal);
    return {
      stop: async () => {
        stopped.abort();
        await standing;
      },
    };
  };
  const leadUntilStopped = (by: string) => async (signal: AbortSignal) => {
    seen.push(`${by} leads`);
    await whenAborted(signal);
    seen.push(`${by} ends`);
  };
  /** Who leads, by the store. */
  const holder = async (): Promise<string | undefined> => (await rows.get(TASK))?.split(' ')[0];
  /** What has been seen since the last time, when so much more time has passed. */
  const seenAfter = async (ms: number): Promise<readonly string[]> => {
    await clock.advance(ms);
    return seen.splice(0);
  };

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemoryStore(clock).collection('leaders');
    seen = [];
  });

  it('lets the first lead, and the others stand by, who are told so once', async () => {
    stand('a');
    expect(await seenAfter(0)).toEqual(['a leads']);
    stand('b');
    expect(await seenAfter(0)).toEqual(['b stands by']);
    expect(await seenAfter(10 * TURNS.freeAfterMs)).toEqual([]);
    expect(await holder()).toBe('a');
  });

  it('passes the turn on when the leader stops, without waiting for its time to run out', async () => {
    const a = stand('a');
    await seenAfter(0);
    stand('b');
    await seenAfter(0);
    await a.stop();
    expect(await rows.get(TASK)).toBeUndefined();
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a ends', 'b leads']);
  });

  it('is over for whoever is stopped, who takes nothing from the one that leads', async () => {
    stand('a');
    await seenAfter(0);
    const b = stand('b');
    await seenAfter(0);
    await b.stop();
    expect(await holder()).toBe('a');
    expect(await seenAfter(TURNS.freeAfterMs)).toEqual([]);
  });

  it('ends the work before the turn is free', async () => {
    let letGo = (): void => undefined;
    const a = stand('a', rows, async () => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    });
    await seenAfter(0);
    const stopping = a.stop();
    await clock.settle();
    expect(await holder()).toBe('a');
    letGo();
    await stopping;
    expect(await rows.get(TASK)).toBeUndefined();
  });

  it('passes the turn on when the leader is no longer heard of, which stands by as soon as it hears so', async () => {
    const wire = createWire(rows);
    stand('a', wire.rows);
    await seenAfter(0);
    stand('b');
    await seenAfter(0);
    wire.cut();
    expect(await seenAfter(TURNS.freeAfterMs - TURNS.everyMs)).toEqual([]);
    expect(await seenAfter(2 * TURNS.everyMs)).toEqual(['b leads']);
    wire.mend();
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a ends', 'a stands by']);
  });

  it('passes the turn of a dead leader on though the clock by which its row expires was set back', async () => {
    const wire = createWire(rows);
    stand('a', wire.rows);
    await seenAfter(0);
    wire.cut();
    const row = await rows.get(TASK);
    if (row !== undefined) await rows.put(TASK, row, { expiresAt: clock.now() + 3_600_000 });
    stand('b');
    expect(await seenAfter(TURNS.freeAfterMs)).toEqual(['b stands by']);
    expect(await seenAfter(2 * TURNS.everyMs)).toEqual(['b leads']);
  });

  it('lets the leader go on while the store is away for everybody, since somebody has to tell people so', async () => {
    const wire = createWire(rows);
    stand('a', wire.rows);
    await seenAfter(0);
    stand('b', wire.rows);
    await seenAfter(0);
    wire.cut();
    await seenAfter(TURNS.freeAfterMs / 2);
    wire.mend();
    expect(await seenAfter(TURNS.freeAfterMs)).toEqual([]);
  });

  it('leads nothing while it cannot be told who leads', async () => {
    const wire = createWire(rows);
    wire.cut();
    stand('a', wire.rows);
    expect(await seenAfter(3 * TURNS.everyMs)).toEqual(['a stands by']);
    wire.mend();
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a leads']);
  });

  it('is told again that it stands by after it has led', async () => {
    const wire = createWire(rows);
    wire.cut();
    const a = stand('a', wire.rows);
    expect(await seenAfter(0)).toEqual(['a stands by']);
    wire.mend();
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a leads']);
    await rows.put(TASK, 'b');
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a ends', 'a stands by']);
    await a.stop();
    expect(await rows.get(TASK)).toBe('b');
  });

  it('gives a task that broke to whoever is next', async () => {
    stand('a', rows, () => Promise.reject(new Error('on purpose')));
    stand('b');
    expect(await seenAfter(0)).toEqual([`${TASK} broke at a: Error: on purpose`, 'b stands by']);
    expect(await seenAfter(TURNS.everyMs)).toEqual(['b leads']);
    expect(await seenAfter(TURNS.everyMs)).toEqual(['a stands by']);
  });

  it('says nothing of work that breaks because it is ended', async () => {
    const a = stand('a', rows, async (signal) => {
      await whenAborted(signal);
      throw new Error('ended in the middle');
    });
    await seenAfter(0);
    await a.stop();
    expect(seen).toEqual([]);
  });

  it('keeps no process alive, and leaves nothing asleep once it is stopped', async () => {
    const a = stand('a');
    await seenAfter(0);
    expect([clock.sleeping, clock.keepingAlive]).toEqual([1, 0]);
    await a.stop();
    expect(clock.sleeping).toBe(0);
  });

  it('ends also where the store is away: its row frees itself', async () => {
    const wire = createWire(rows);
    const a = stand('a', wire.rows);
    await seenAfter(0);
    wire.cut();
    await a.stop();
    expect(await holder()).toBe('a');
    await clock.advance(TURNS.freeAfterMs);
    expect(await rows.get(TASK)).toBeUndefined();
  });
});

/** The way to a store, which can be cut. */
function createWire(rows: Collection) {
  let isCut = false;
  const unlessCut = <T>(work: () => Promise<T>): Promise<T> =>
    isCut ? Promise.reject(new Error('the store is away')) : work();
  return {
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
    rows: {
      ...rows,
      insert: (...what) => unlessCut(() => rows.insert(...what)),
      replace: (...what) => unlessCut(() => rows.replace(...what)),
      deleteIf: (...what) => unlessCut(() => rows.deleteIf(...what)),
    } satisfies Collection,
  };
}
