import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/simulation/memory-store.ts';
import type { Collection, Store, StoredRow } from '../../src/store/contract.ts';
import { copyRows, countMissing, isEmpty } from '../../src/store/copy.ts';
import { clockAt } from '../support/clocks/clock-at.ts';

const NOW = 1_000_000;
const clock = clockAt(() => NOW);

/** A store that holds these, in portions. */
const holding = (...portions: readonly (readonly StoredRow[])[]) => ({
  dump: async function* () {
    yield* portions;
  },
});
const row = (collection: string, id: string, expiresAt?: number): StoredRow => ({
  ...{ collection, id, value: `of ${id}` },
  expiresAt,
});
const answer = (id: string, expiresAt?: number): StoredRow => ({ id, value: `of ${id}`, expiresAt });
const WORDS = [row('members', 'a'), row('leaders', 'a'), row('probe', 'probe')];

/** A store to be filled, and how each row got there. */
function target() {
  const store = createMemoryStore(clock);
  const written: string[] = [];
  const opened: string[] = [];
  const collection = (name: string): Collection => {
    opened.push(name);
    const rows = store.collection(name);
    return {
      ...rows,
      put: async (id, value, options) => {
        written.push(`${name} ${id} ${options?.expiresAt ?? 'stays'}`);
        await rows.put(id, value, options);
      },
    };
  };
  const keyv = Object.assign(Object.create(store.keyv) as Store['keyv'], {
    set: async (id: string, value: string, ttlMs?: number) => {
      written.push(`${id} ${ttlMs ?? 'stays'}`);
      return store.keyv.set(id, value, ttlMs);
    },
  });
  return { to: { store: { ...store, collection, keyv } }, written, opened };
}

describe('a store', () => {
  it('is empty where it holds nothing but words of processes', async () => {
    expect(await isEmpty(holding())).toBe(true);
    expect(await isEmpty(holding(WORDS))).toBe(true);
    expect(await isEmpty(holding([...WORDS, row('rows', 'a')]))).toBe(false);
    expect(await isEmpty(holding(WORDS, [answer('k')]))).toBe(false);
  });
});

describe('what is copied', () => {
  it('are all rows and answers as long as they are kept, and no words of processes', async () => {
    const { to, written, opened } = target();
    const from = holding(
      [row('rows', 'a'), row('rows', 'b', NOW + 5), row('rows', 'd'), ...WORDS],
      [row('others', 'a'), row('rows', 'c'), answer('k'), answer('soon', NOW + 7)],
      [answer('over', NOW), answer('long over', NOW - 1)],
    );
    expect(await copyRows(from, to, clock)).toEqual({ rows: 5, answers: 4 });
    expect(written).toEqual([
      ...['rows a stays', `rows b ${NOW + 5}`, 'rows d stays', 'others a stays', 'rows c stays'],
      ...['k stays', 'soon 7'],
    ]);
    expect(opened).toEqual(['rows', 'others']);
    expect(await to.store.collection('rows').get('b')).toBe('of b');
    expect(await to.store.keyv.get('k')).toBe('of k');
  });

  it('goes on only when the first of each collection is there, which the others may need', async () => {
    const { to } = target();
    const events: string[] = [];
    const slow = (name: string): Collection => ({
      ...to.store.collection(name),
      put: async (id) => {
        events.push(`${name} ${id} begins`);
        for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
        events.push(`${name} ${id} ends`);
      },
    });
    await copyRows(
      holding([row('rows', 'a'), row('rows', 'b'), row('rows', 'c'), row('others', 'a')]),
      { store: { ...to.store, collection: slow } },
      clock,
    );
    expect(events.slice(0, 4)).toEqual(['rows a begins', 'rows a ends', 'rows b begins', 'rows c begins']);
    expect(events).toHaveLength(8);
    expect(events.filter((event) => event.endsWith('ends'))).toHaveLength(4);
  });

  it('fails where one row cannot be written', async () => {
    const { to } = target();
    const put = () => Promise.reject(new Error('full'));
    const full = {
      store: { ...to.store, collection: (name: string) => ({ ...to.store.collection(name), put }) },
    };
    await expect(copyRows(holding([row('rows', 'a')]), full, clock)).rejects.toThrow('full');
  });
});

describe('what is missing', () => {
  it('is what is not there, or otherwise, and has not expired since', async () => {
    const { to } = target();
    const all = [
      [row('rows', 'a'), row('rows', 'b'), row('rows', 'over', NOW), ...WORDS],
      [answer('k'), answer('l'), answer('later', NOW + 60_000)],
    ];
    await to.store.collection('rows').put('a', 'of a');
    await to.store.collection('rows').put('b', 'otherwise');
    await to.store.keyv.set('k', 'of k');
    // One row, and two answers.
    expect(await countMissing(holding(...all), to, clock)).toBe(3);
    await copyRows(holding(...all), to, clock);
    expect(await countMissing(holding(...all), to, clock)).toBe(0);
  });
});
