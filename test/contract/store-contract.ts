import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import type { Store } from '../../src/store/contract.ts';

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

    it('lists the rows of one group, oldest first, and none of a group whose name begins alike', async () => {
      const rows = store.collection('rows');
      for (const id of ['a/2', 'a', 'ab/1', 'b/1', 'a/1', 'a0', 'a/']) await rows.insert(id, id);
      await rows.put('a/gone', 'x', { expiresAt: harness.clock.now() + 1_000 });
      await store.collection('other').put('a/3', 'elsewhere');
      await rows.delete('a/');
      expect(await rows.entriesOf('a')).toHaveLength(3);
      await harness.advance(1_000);
      expect(await rows.entriesOf('a')).toEqual([
        ['a/2', 'a/2'],
        ['a/1', 'a/1'],
      ]);
      expect(await rows.entriesOf('c')).toEqual([]);
    });

    it('goes through all rows in portions', async () => {
      const rows = store.collection('rows');
      const ids = Array.from({ length: 1_100 }, (_, i) => `row ${(i * 7) % 1_100}`);
      await Promise.all(ids.map((id) => rows.put(id, id, { expiresAt: harness.clock.now() + 60_000 })));
      await store.collection('other').put('a', 'elsewhere');
      const seen: string[] = [];
      for await (const portion of rows.portions('all')) seen.push(...portion.map(([id]) => id));
      expect(seen.sort()).toEqual([...ids].sort());
    });

    it('goes through the rows that never expire, oldest first, whatever else there is', async () => {
      const rows = store.collection('rows');
      const soon = { expiresAt: harness.clock.now() + 60_000 };
      const ids = Array.from({ length: 900 }, (_, i) => `row ${i}`);
      // One first: a script that the database does not know yet is sent twice.
      await rows.insert('row 0', 'open');
      await Promise.all(ids.slice(1).map((id) => rows.insert(id, 'open')));
      await rows.put('row 3', 'finished', soon);
      await rows.put('row 4', 'finished', soon);
      await rows.put('row 4', 'open again');
      await rows.delete('row 5');
      expect(await rows.replace('row 6', 'open', 'finished', soon)).toBe(true);
      await store.collection('other').put('a', 'elsewhere');
      const seen: string[] = [];
      for await (const portion of rows.portions('lasting')) seen.push(...portion.map(([id]) => id));
      expect(seen).toEqual(ids.filter((id) => !['row 3', 'row 5', 'row 6'].includes(id)));
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

    it('replaces a row only while it holds what is expected', async () => {
      const rows = store.collection('rows');
      expect(await rows.replace('a', 'one', 'two')).toBe(false);
      await rows.put('a', 'one');
      expect(await rows.replace('a', 'other', 'two')).toBe(false);
      const tries = await Promise.all(['x', 'y', 'z'].map((value) => rows.replace('a', 'one', value)));
      expect(tries.filter(Boolean)).toHaveLength(1);
    });

    it('neither replaces nor keeps a row that has expired', async () => {
      const rows = store.collection('rows');
      await rows.put('a', 'mine', { expiresAt: harness.clock.now() + 2_000 });
      expect(await rows.replace('a', 'mine', 'mine', { expiresAt: harness.clock.now() + 2_500 })).toBe(true);
      await harness.advance(2_500);
      expect(await rows.replace('a', 'mine', 'mine')).toBe(false);
    });

    it('counts without losing one when many add at the same time', async () => {
      const counters = store.collection('counters');
      await Promise.all(Array.from({ length: 30 }, () => counters.add('n', 2)));
      expect(await counters.add('n', -1)).toBe(59);
      expect(await counters.get('n')).toBe('59');
    });

    it('takes a row as gone from the moment it expires, for reading, listing, inserting and counting', async () => {
      const rows = store.collection('rows');
      const expiresAt = harness.clock.now() + 2_000;
      await rows.put('a', 'old', { expiresAt });
      await rows.add('n', 5, { expiresAt });
      expect(await rows.insert('a', 'new')).toBe(false);
      await harness.advance(2_000);
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

    it('lists and sweeps more rows than are read at once', async () => {
      const rows = store.collection('rows');
      const ids = Array.from({ length: 1_203 }, (_, i) => `row ${(i * 37) % 1_203}`);
      const later = { expiresAt: harness.clock.now() + 600_000 };
      await Promise.all(ids.map((id, i) => rows.put(id, id, i % 3 === 0 ? {} : later)));
      expect((await rows.entries()).map(([id]) => id)).toEqual(ids);
      const soon = { expiresAt: harness.clock.now() + 1_000 };
      await Promise.all(ids.map((id, i) => (i % 3 === 0 ? undefined : rows.put(id, id, soon))));
      await harness.advance(1_000);
      expect(await store.sweep()).toBe(802);
      expect((await rows.entries()).map(([id]) => id)).toEqual(ids.filter((_, i) => i % 3 === 0));
    });

    it('lets others write while it sweeps', async () => {
      const rows = store.collection('rows');
      const expiresAt = harness.clock.now() + 1_000;
      await Promise.all(Array.from({ length: 2_000 }, (_, i) => rows.put(`row ${i}`, 'x', { expiresAt })));
      await harness.advance(1_000);
      let isSwept = false;
      const sweeping = store.sweep().then(() => {
        isSwept = true;
      });
      await rows.put('meanwhile', '1');
      expect(isSwept).toBe(false);
      await sweeping;
      expect((await rows.entries()).map(([id]) => id)).toEqual(['meanwhile']);
    });

    it('answers a probe while it works', async () => {
      await expect(store.probe()).resolves.toBeUndefined();
    });
  });
}
