import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import type { Store } from '../../src/store/contract.ts';
import { connectRedis } from '../../src/store/redis/connection.ts';
import { createRedisStore } from '../../src/store/redis/store.ts';
import { describeStore } from '../contract/store-contract.ts';
import { createSkippingClock } from '../support/clocks/skipping.ts';
import { ageKeys, hasOwnRedis, hasRedis, type RedisServer, startRedis } from '../support/store/redis.ts';

/** Opens a store and waits for its connection, which is made in the background. */
async function openStore(url: string, clock: Clock = systemClock, answerMs?: number): Promise<Store> {
  const store = createRedisStore(connectRedis(url, answerMs), clock);
  await vi.waitFor(() => store.probe(), { timeout: 5_000 });
  return store;
}

describe.skipIf(!hasRedis)('with a redis-server', () => {
  describeStore('Redis', async () => {
    const server = await startRedis();
    const clock = createSkippingClock();
    return {
      clock,
      advance: async (ms) => {
        clock.skip(ms);
        await ageKeys(server.url, ms);
      },
      // A thousand writes at once take more than two seconds beside all other tests.
      open: () => openStore(server.url, clock, 5_000),
      destroy: () => server.destroy(),
    };
  });
});

describe.skipIf(!hasOwnRedis)('a Redis store', () => {
  let server: RedisServer;
  let store: Store;

  beforeEach(async () => {
    server = await startRedis({ persistence: 'always' });
    store = await openStore(server.url);
  });
  afterEach(async () => {
    await store.close();
    await server.destroy();
  });

  it('rejects at once while Redis is away, and works when it is back', async () => {
    await store.collection('rows').put('a', '1');
    await server.kill();
    await expect(store.collection('rows').get('a')).rejects.toThrow();
    await expect(store.keyv.get('k')).rejects.toThrow();
    await server.restart();
    await expect.poll(() => store.collection('rows').get('a'), { timeout: 5_000 }).toBe('1');
  });

  it('rejects within seconds when Redis hangs, and works when it goes on', async () => {
    server.freeze();
    await expect(store.collection('rows').get('a')).rejects.toThrow('did not answer');
    await expect(store.keyv.get('k')).rejects.toThrow();
    server.thaw();
    await vi.waitFor(() => store.probe(), 5_000);
  });

  it('never takes a cache that cannot be read for a miss', async () => {
    await store.keyv.set('k', 'v');
    await server.kill();
    await expect(store.keyv.get('k')).rejects.toThrow();
    await expect(store.keyv.set('k', 'w')).rejects.toThrow();
  });
});
