import type { Clock } from '../../core/clock.ts';
import type { Store } from '../contract.ts';
import type { SharedDatabase } from '../driver.ts';
import { StoreUnusable } from '../unusable.ts';
import { connectRedis } from './connection.ts';
import { dumpRedis } from './dump.ts';
import { withFormat } from './format.ts';
import { createPermits } from './permits.ts';
import { createRedisStore } from './store.ts';

/** How long a start waits for a Redis that is not there yet; after that it goes on, and the store counts as failing. */
const START_MS = 3_000;
const START_PAUSE_MS = 50;

/**
 * @param url `redis://` or `rediss://`, with user, password and database number where needed
 * @throws StoreUnusable
 */
export async function openRedisStore(url: string, clock: Clock): Promise<SharedDatabase> {
  const connection = withFormat(connectRedis(url));
  const store = createRedisStore(connection, clock);
  try {
    await untilItAnswers(store, clock);
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

async function untilItAnswers(store: Store, clock: Clock): Promise<void> {
  const endsAt = clock.elapsed() + START_MS;
  while (clock.elapsed() < endsAt) {
    try {
      return await store.probe();
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      // Not up yet, perhaps: after this it shows as a failing store.
      await clock.sleep(START_PAUSE_MS);
    }
  }
}
