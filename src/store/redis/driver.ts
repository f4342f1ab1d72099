import type { StoreDriver } from '../driver.ts';

/** One Redis for any number of processes. */
export const redisDriver: StoreDriver = {
  schemes: ['redis://', 'rediss://'],
  usage: 'redis:// and an address',
  lookAt: 'Redis, its memory and its disk, and STORE_URL',
  isShared: true,
  problemOf: (url) =>
    URL.canParse(url) ? undefined : 'write an address such as redis://:password@redis.example:6379',
  open: async (url, clock) => {
    const { openRedisStore } = await import('./open.ts');
    return openRedisStore(url, clock);
  },
  examine: async (url, clock) => {
    const { examineRedis } = await import('./examine.ts');
    return examineRedis(url, clock);
  },
  clear: async (url, clock) => {
    const { clearRedis } = await import('./open.ts');
    return clearRedis(url, clock);
  },
};
