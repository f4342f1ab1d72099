import { beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { type SealedRows, sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const SECRET = '0123456789abcdef'.repeat(4);
const OTHER = 'fedcba9876543210'.repeat(4);

describe('rows that are sealed', () => {
  let clock: FakeClock;
  let rows: Collection;
  let sealed: SealedRows;
  let foreign: SealedRows;

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemoryStore(clock).collection('requests');
    sealed = sealedRows(rows, createSeal(SECRET));
    foreign = sealedRows(rows, createSeal(OTHER));
  });

  it('show nothing of their values in the store, and all of them to who has the secret', async () => {
    await sealed.put('a/1', 'Nokia');
    await sealed.insert('a/2', 'Apple');
    expect(JSON.stringify(await rows.entries())).not.toMatch(/Nokia|Apple/);
    const all = [
      ['a/1', 'Nokia'],
      ['a/2', 'Apple'],
    ];
    expect(await sealed.entries()).toEqual(all);
    expect(await sealed.entriesOf('a')).toEqual(all);
    expect(await sealed.get('a/1')).toBe('Nokia');
    expect(sealed.name).toBe('requests');
  });

  it('live as long as they are given', async () => {
    const options = { expiresAt: clock.now() + 1_000 };
    await sealed.put('put', '1', options);
    await sealed.insert('insert', '1', options);
    await sealed.put('replaced', '1');
    await sealed.replace('replaced', '1', '2', options);
    await clock.advance(1_000);
    expect(await rows.entries()).toEqual([]);
  });

  it('are none to who cannot open them, but where it is asked for what cannot be read', async () => {
    await sealed.put('1', 'mine');
    await foreign.put('2', 'theirs');
    expect([await sealed.get('2'), await sealed.get('none')]).toEqual([undefined, undefined]);
    expect(await sealed.entries()).toEqual([['1', 'mine']]);
    const portions = async <T>(of: AsyncIterable<readonly T[]>): Promise<readonly T[]> => {
      const found: T[] = [];
      for await (const portion of of) found.push(...portion);
      return found;
    };
    expect(await portions(sealed.portions('all'))).toEqual([['1', 'mine']]);
    expect(await portions(sealed.portionsAndUnreadable())).toEqual([
      ['1', 'mine'],
      ['2', undefined],
    ]);
  });

  it('cannot be moved to another place', async () => {
    await sealed.put('1', 'mine');
    await rows.put('2', (await rows.get('1')) ?? '');
    expect(await sealed.get('2')).toBeUndefined();
  });

  it('are inserted once, and in the place of one that cannot be opened', async () => {
    expect(await sealed.insert('1', 'first')).toBe(true);
    expect(await sealed.insert('1', 'second')).toBe(false);
    expect(await sealed.get('1')).toBe('first');
    expect(await foreign.insert('1', 'third')).toBe(true);
    expect(await foreign.get('1')).toBe('third');
  });

  it('are inserted by one of two who both find one that cannot be opened', async () => {
    await foreign.put('1', 'lost');
    const inserts = await Promise.all(['one', 'other'].map((value) => sealed.insert('1', value)));
    expect(inserts.filter(Boolean)).toHaveLength(1);
  });

  it('are inserted nowhere where one that stood there is gone when it is looked at', async () => {
    const fleeting = sealedRows({ ...rows, insert: async () => false }, createSeal(SECRET));
    expect(await fleeting.insert('1', 'value')).toBe(false);
    expect(await rows.entries()).toEqual([]);
  });

  it('are replaced only while they say what is expected', async () => {
    await sealed.put('1', 'before');
    expect(await sealed.replace('1', 'else', 'after')).toBe(false);
    expect(await sealed.replace('2', 'before', 'after')).toBe(false);
    expect(await sealed.replace('1', 'before', 'after')).toBe(true);
    expect(await sealed.get('1')).toBe('after');
  });

  it('are deleted whatever they say, and counters stay as they are', async () => {
    await foreign.put('1', 'theirs');
    await sealed.delete('1');
    expect(await sealed.add('count', 2)).toBe(2);
    expect(await rows.get('count')).toBe('2');
  });
});
