import { describe, expect, it } from 'vitest';
import { createCacheKeyv, readAnswer } from '../../src/store/cache-keyv.ts';

/** An adapter in memory, and how often it was asked in which way. */
function stage() {
  const rows = new Map<string, unknown>();
  const asked: string[] = [];
  let broken = false;
  const adapter = {
    get: async (key: string) => rows.get(key),
    set: async (key: string, value: unknown, ttlMs?: number) => {
      rows.set(key, value);
      asked.push(`for ${ttlMs} ms`);
    },
    delete: async (key: string) => rows.delete(key),
    has: async (key: string) => rows.has(key),
    clear: async () => rows.clear(),
  };
  const guardAs =
    (how: string) =>
    <T>(work: (on: typeof adapter) => Promise<T>): Promise<T> => {
      asked.push(how);
      return broken ? Promise.reject(new Error('the database is away')) : work(adapter);
    };
  return {
    keyv: createCacheKeyv('test', guardAs('reads'), guardAs('writes')),
    asked,
    rows,
    breakIt: () => {
      broken = true;
    },
  };
}

describe('the cache’s Keyv', () => {
  it('keeps, finds, lists and forgets on the adapter of the moment, writes in their own turn', async () => {
    const { keyv, asked, rows } = stage();
    await keyv.set('a', 'value', 5_000);
    expect(await keyv.get('a')).toBe('value');
    expect(await keyv.has('a')).toBe(true);
    expect([...rows.keys()]).toEqual(['keyv:a']);
    expect(await keyv.delete('a')).toBe(true);
    expect(await keyv.get('a')).toBeUndefined();
    await keyv.set('b', 'value');
    await keyv.clear();
    expect(rows.size).toBe(0);
    expect(asked.filter((how) => how === 'writes')).toHaveLength(4);
    expect(asked).toContain('for 5000 ms');
  });

  it('rejects where Keyv itself would take a failure for a miss', async () => {
    const { keyv, breakIt } = stage();
    breakIt();
    await expect(keyv.get('a')).rejects.toThrow('away');
    await expect(keyv.set('a', 'value')).rejects.toThrow('away');
    await expect(keyv.delete('a')).rejects.toThrow('away');
  });
});

describe('an answer as Keyv has stored it', () => {
  const stored = JSON.stringify({ value: 'old', expires: 7 });

  it('is a row of no collection, with its expiry where it has one', () => {
    expect(readAnswer('id', stored)).toEqual({ id: 'id', value: 'old', expiresAt: 7 });
    for (const lasting of ['{"value":"old"}', '{"value":"old","expires":null}'])
      expect(readAnswer('id', lasting)).toEqual({ id: 'id', value: 'old', expiresAt: undefined });
  });

  it.each(['no JSON', '{}', '{"value":7}', 'null'])('is no row where Keyv could not read it: %s', (text) => {
    expect(readAnswer('id', text)).toBeUndefined();
  });
});
