import { credentialsProblem } from '../../core/secrets.ts';
import type { StoreDriver } from '../driver.ts';

/** One Redis for any number of processes. */
export const redisDriver: StoreDriver = {
  schemes: ['redis://', 'rediss://'],
  usage: 'redis:// and an address',
  lookAt: 'Redis, its memory and its disk, and STORE_URL',
  isShared: true,
  problemOf: (url) =>
    URL.canParse(url)
      ? credentialsProblem(new URL(url))
      : 'write an address such as redis://:password@redis.example:6379, with %23 for a # in the password, %2F for a / and %3F for a ?',
  open: async (url, clock) => {
    const { openRedisStore } = await import('./open.ts');
    return openRedisStore(url, clock);
  },
  examine: async (url, clock) => {
    const { examineRedis } = await import('./examine.ts');
    return examineRedis(url, clock);
  },
};
