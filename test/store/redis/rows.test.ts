import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import type { Store } from '../../../src/store/contract.ts';
import { connectRedis } from '../../../src/store/redis/connection.ts';
import { createRedisStore } from '../../../src/store/redis/store.ts';
import { ageKeys, hasRedis } from '../../support/store/redis.ts';
import { emptyRedisForEach } from '../../support/store/redis-for-each.ts';

const MINUTE_MS = 60_000;

describe.skipIf(!hasRedis)('the rows of a Redis', () => {
  const url = emptyRedisForEach();
  let admin: ReturnType<typeof createClient>;
  let store: Store;

  beforeEach(async () => {
    admin = createClient({ url: url() });
    await admin.connect();
    const connection = connectRedis(url(), 5_000);
    await vi.waitFor(() => connection.run((client) => client.ping()), { timeout: 5_000, interval: 5 });
    store = createRedisStore(connection, systemClock);
  });
  afterEach(async () => {
    await admin.configSet({ maxmemory: '0' });
    admin.destroy();
    await store.close();
  });

  /** How often a command was run since that was last asked. */
  const callsOf = async (command: string): Promise<number> => {
    const stats = await admin.info('commandstats');
    await admin.sendCommand(['CONFIG', 'RESETSTAT']);
    return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
  };
  const inAMinute = () => ({ expiresAt: systemClock.now() + MINUTE_MS });

  it('are listed under the name of their collection once, however many are written', async () => {
    const rows = store.collection('rows');
    await rows.put('a', 'one');
    expect(await admin.sMembers('{imei-bot}:collections')).toEqual(['rows']);
    await callsOf('sadd');
    await rows.put('b', 'two');
    await rows.delete('a');
    expect(await callsOf('sadd')).toBe(0);
  });

  it('leave no trace of a probe', async () => {
    await store.probe();
    const leftMs = await admin.pTTL('{imei-bot}:row:probe:probe');
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(MINUTE_MS);
    await ageKeys(url(), MINUTE_MS);
    expect(await store.collection('probe').entries()).toEqual([]);
    expect(await admin.zCard('{imei-bot}:index:probe')).toBe(0);
  });

  it('are read without a word to the indexes as long as all are there, and take those that are gone out of them', async () => {
    const rows = store.collection('rows');
    await rows.put('group/a', 'one');
    await rows.put('group/b', 'two', inAMinute());
    await callsOf('evalsha');
    expect(await rows.entries()).toHaveLength(2);
    expect(await callsOf('evalsha')).toBe(0);
    await ageKeys(url(), MINUTE_MS);
    expect(await rows.entries()).toEqual([['group/a', 'one']]);
    for (const index of ['index:rows', 'lasting:rows', 'group:rows:group'])
      expect(await admin.zRange(`{imei-bot}:${index}`, 0, -1)).toEqual(['group/a']);
  });

  it('can be read, and not written, where its memory is full, and that is told from what is broken', async () => {
    const rows = store.collection('rows');
    await rows.put('a', 'one');
    await admin.configSet({ maxmemory: '1mb' });
    const full = await rows.put('b', 'two').catch((error: unknown) => error);
    expect(full).toBeInstanceOf(Error);
    expect(store.troubleOf(full)).toBe('full');
    expect(await rows.get('a')).toBe('one');
    await admin.configSet({ maxmemory: '0' });
    await rows.put('b', 'two');
    expect(store.troubleOf(new Error('The lOOM is broken'))).toBe('broken');
    expect(store.troubleOf('OOM is no error')).toBe('broken');
  });
});
