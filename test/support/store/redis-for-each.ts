import { afterAll, beforeAll, beforeEach } from 'vitest';
import { emptyOut, type RedisServer, startRedis } from './redis.ts';

/** An empty Redis that is only talked to, for the tests of a `describe` and emptied before each of them. Returns its address, for those tests. */
export function emptyRedisForEach(): () => string {
  let server: Pick<RedisServer, 'url' | 'destroy'> | undefined;
  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(() => server && emptyOut(server.url));
  afterAll(() => server?.destroy());
  return () => server?.url ?? '';
}
