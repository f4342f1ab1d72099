import type { Clock } from '../../core/clock.ts';
import type { SharedDatabase } from '../driver.ts';
import { connectRedis, untilItAnswers } from './connection.ts';
import { withFormat } from './format.ts';
import { dumpRedis } from './passes/dump.ts';
import { createPermits } from './permits.ts';
import { createRedisStore } from './store.ts';

/**
 * @param url `redis://` or `rediss://`, with user, password and database number where needed
 * @throws StoreUnusable
 */
export async function openRedisStore(url: string, clock: Clock): Promise<SharedDatabase> {
  const connection = withFormat(connectRedis(url));
  const store = createRedisStore(connection, clock);
  try {
    await untilItAnswers(store.probe, clock);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    store,
    dump: () => dumpRedis(connection, clock),
    createPermits: (settings) => createPermits(connection, settings),
    close: store.close,
  };
}
