import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { whenAborted } from '../../src/core/until-aborted.ts';
import { createElection } from '../../src/store/election.ts';
import { createSqliteStore } from '../../src/store/sqlite.ts';
import type { Collection, Store } from '../../src/store/store.ts';

/** A real election's, three hundred times as fast. */
const TURNS = { everyMs: 20, freeAfterMs: 400 };

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

  it('passes the turn on when the leader is no longer heard of, which then stands by', async () => {
    let isCut = false;
    const unlessCut = <T>(work: () => Promise<T>): Promise<T> =>
      isCut ? Promise.reject(new Error('the store is away')) : work();
    stand('a', {
      ...rows,
      insert: (...what) => unlessCut(() => rows.insert(...what)),
      replace: (...what) => unlessCut(() => rows.replace(...what)),
    });
    await untilSeen('a leads');
    stand('b');
    await untilSeen('a leads', 'b stands by');
    isCut = true;
    await untilSeen('a leads', 'b stands by', 'a ends', 'a stands by', 'b leads');
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
