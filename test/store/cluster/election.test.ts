import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenAborted } from '../../../src/core/async/until-aborted.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { createElection } from '../../../src/store/cluster/election.ts';
import type { Collection, Store } from '../../../src/store/contract.ts';
import { createSqliteStore } from '../../../src/store/sqlite/store.ts';

/** A real election's, a hundred times as fast. */
const TURNS = { everyMs: 20, freeAfterMs: 1_200 };

describe('an election over a store', () => {
  let store: Store;
  let rows: Collection;
  let seen: string[];
  const stops: AbortController[] = [];

  /** A process that stands for the task until it is stopped. */
  const stand = (by: string, reach: Collection = rows): { stop: () => Promise<void> } => {
    const stopped = new AbortController();
    stops.push(stopped);
    const lead = createElection({
      rows: reach,
      by,
      clock: systemClock,
      turns: TURNS,
      onBroken: () => seen.push(`${by} broke`),
    });
    const standing = lead(
      'the task',
      {
        work: async (signal) => {
          seen.push(`${by} leads`);
          await whenAborted(signal);
          seen.push(`${by} ends`);
        },
        onStandBy: () => seen.push(`${by} stands by`),
      },
      stopped.signal,
    );
    return {
      stop: async () => {
        stopped.abort();
        await standing;
      },
    };
  };
  const untilSeen = (...what: string[]): Promise<void> =>
    vi.waitFor(() => expect(seen).toEqual(what), { timeout: 5_000, interval: 5 });

  beforeEach(() => {
    store = createSqliteStore('sqlite://:memory:', systemClock);
    rows = store.collection('leaders');
    seen = [];
  });
  afterEach(async () => {
    for (const stopped of stops.splice(0)) stopped.abort();
    await store.close();
  });

  it('lets the first lead, and the others stand by', async () => {
    stand('a');
    await untilSeen('a leads');
    stand('b');
    await untilSeen('a leads', 'b stands by');
    await delay(TURNS.freeAfterMs * 2);
    expect(seen).toEqual(['a leads', 'b stands by']);
  });

  it('passes the turn on when the leader stops, without waiting for its time to run out', async () => {
    const a = stand('a');
    await untilSeen('a leads');
    stand('b');
    await untilSeen('a leads', 'b stands by');
    await a.stop();
    expect(await rows.get('the task')).not.toBe('a');
    await untilSeen('a leads', 'b stands by', 'a ends', 'b leads');
  });

  it('passes the turn on when the leader is no longer heard of, which stands by as soon as it hears so', async () => {
    const wire = createWire(rows);
    stand('a', wire.rows);
    await untilSeen('a leads');
    stand('b');
    await untilSeen('a leads', 'b stands by');
    wire.cut();
    await untilSeen('a leads', 'b stands by', 'b leads');
    wire.mend();
    await untilSeen('a leads', 'b stands by', 'b leads', 'a ends', 'a stands by');
  });

  it('lets the leader go on while the store is away for everybody, since somebody has to tell people so', async () => {
    const wire = createWire(rows);
    stand('a', wire.rows);
    await untilSeen('a leads');
    stand('b', wire.rows);
    await untilSeen('a leads', 'b stands by');
    wire.cut();
    await delay(TURNS.freeAfterMs / 2);
    wire.mend();
    await delay(TURNS.freeAfterMs);
    expect(seen).toEqual(['a leads', 'b stands by']);
  });

  it('leads nothing while it cannot be told who leads', async () => {
    const wire = createWire(rows);
    wire.cut();
    stand('a', wire.rows);
    await untilSeen('a stands by');
    wire.mend();
    await untilSeen('a stands by', 'a leads');
  });

  it('gives a task that broke to whoever is next', async () => {
    const stopped = new AbortController();
    stops.push(stopped);
    const lead = createElection({
      ...{ rows, by: 'a', clock: systemClock, turns: TURNS },
      onBroken: (task) => seen.push(`${task} broke`),
    });
    const work = () => Promise.reject(new Error('broken'));
    void lead('the task', { work, onStandBy: () => undefined }, stopped.signal);
    await vi.waitFor(() => expect(seen[0]).toBe('the task broke'));
    stand('b');
    await vi.waitFor(() => expect(seen).toContain('b leads'), { timeout: 5_000 });
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
    } satisfies Collection,
  };
}
