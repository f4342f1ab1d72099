import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import type { Store } from '../../src/store/store.ts';

/** A back end under test: opens stores on the same data, and lets time pass. */
export interface StoreHarness {
  open(): Promise<Store>;
  readonly clock: Clock;
  /** Lets so much time pass. */
  advance(ms: number): Promise<void>;
  /** Removes the data. */
  destroy(): Promise<void>;
}

/** What every store keeps to, whatever database is behind it. */
export function describeStore(name: string, createHarness: () => Promise<StoreHarness>): void {
  describe(`the store contract on ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;

    beforeEach(async () => {
      harness = await createHarness();
      store = await harness.open();
    });
    afterEach(async () => {
      await store.close();
      await harness.destroy();
    });

    it('keeps rows through a close and a new open', async () => {
      await store.collection('rows').put('a', 'one');
      await store.keyv.set('k', 'cached');
      await store.close();
      store = await harness.open();
      expect(await store.collection('rows').get('a')).toBe('one');
      expect(await store.keyv.get('k')).toBe('cached');
    });

    it('inserts a row once, however many try at the same time', async () => {
      const rows = store.collection('rows');
      const tries = await Promise.all(Array.from({ length: 20 }, (_, i) => rows.insert('a', String(i))));
      expect(tries.filter(Boolean)).toHaveLength(1);
      expect(await rows.get('a')).toBe(String(tries.indexOf(true)));
    });

    it('lists rows in the order in which they were first written', async () => {
      const rows = store.collection('rows');
      for (const id of ['c', 'a', 'b']) await rows.insert(id, id);
      await rows.put('c', 'again');
      expect(await rows.entries()).toEqual([
        ['c', 'again'],
        ['a', 'a'],
        ['b', 'b'],
      ]);
    });

    it('keeps collections apart, also when their names and ids look alike', async () => {
      await store.collection('a').put('b:c', '1');
      await store.collection('a:b').put('c', '2');
      expect(await store.collection('a').entries()).toEqual([['b:c', '1']]);
      expect(await store.collection('a:b').get('c')).toBe('2');
      expect(await store.collection('a').get('c')).toBeUndefined();
    });

    it('takes any text as an id and as a value', async () => {
      const rows = store.collection('rows');
      const odd = `%_'"\\ ${'é'.repeat(300)}\n*?[x]`;
      await rows.put(odd, odd);
      expect(await rows.get(odd)).toBe(odd);
      expect(await rows.get('%')).toBeUndefined();
    });

    it('tells whether there was something to delete', async () => {
      const rows = store.collection('rows');
      await rows.put('a', '1');
      expect(await rows.delete('a')).toBe(true);
      expect(await rows.delete('a')).toBe(false);
    });

    it('replaces and deletes a row only while it holds what is expected', async () => {
      const rows = store.collection('rows');
      expect(await rows.replace('a', 'one', 'two')).toBe(false);
      await rows.put('a', 'one');
      expect(await rows.replace('a', 'other', 'two')).toBe(false);
      const tries = await Promise.all(['x', 'y', 'z'].map((value) => rows.replace('a', 'one', value)));
      expect(tries.filter(Boolean)).toHaveLength(1);
      expect(await rows.deleteIf('a', 'one')).toBe(false);
      expect(await rows.deleteIf('a', (await rows.get('a')) ?? '')).toBe(true);
      expect(await rows.get('a')).toBeUndefined();
    });

    it('neither replaces nor keeps a row that has expired', async () => {
      const rows = store.collection('rows');
      await rows.put('a', 'mine', { expiresAt: harness.clock.now() + 1_000 });
      expect(await rows.replace('a', 'mine', 'mine', { expiresAt: harness.clock.now() + 1_500 })).toBe(true);
      await harness.advance(1_500);
      expect(await rows.replace('a', 'mine', 'mine')).toBe(false);
      expect(await rows.deleteIf('a', 'mine')).toBe(false);
    });

    it('counts without losing one when many add at the same time', async () => {
      const counters = store.collection('counters');
      await Promise.all(Array.from({ length: 30 }, () => counters.add('n', 2)));
      expect(await counters.add('n', -1)).toBe(59);
      expect(await counters.get('n')).toBe('59');
    });

    it('takes a row as gone from the moment it expires, for reading, listing, inserting and counting', async () => {
      const rows = store.collection('rows');
      const expiresAt = harness.clock.now() + 1_000;
      await rows.put('a', 'old', { expiresAt });
      await rows.add('n', 5, { expiresAt });
      expect(await rows.insert('a', 'new')).toBe(false);
      await harness.advance(1_000);
      expect(await rows.get('a')).toBeUndefined();
      expect(await rows.entries()).toEqual([]);
      expect(await rows.insert('a', 'new', { expiresAt: expiresAt + 5_000 })).toBe(true);
      expect(await rows.add('n', 1, { expiresAt: expiresAt + 5_000 })).toBe(1);
    });

    it('removes expired rows when swept, and nothing else', async () => {
      const rows = store.collection('rows');
      await rows.put('stays', '1');
      await rows.put('goes', '1', { expiresAt: harness.clock.now() + 1_000 });
      await rows.put('later', '1', { expiresAt: harness.clock.now() + 9_000 });
      await harness.advance(1_000);
      await store.sweep();
      expect((await rows.entries()).map(([id]) => id)).toEqual(['stays', 'later']);
    });

    it('answers a probe while it works', async () => {
      await expect(store.probe()).resolves.toBeUndefined();
    });
  });
}
