import type { Clock } from '../../core/clock.ts';
import type { SharedDatabase } from '../driver.ts';
import { StoreUnusable } from '../unusable.ts';
import { connectRedis, KEY_PREFIX } from './connection.ts';
import { dumpRedis } from './dump.ts';
import { closeToOthers, withFormat } from './format.ts';
import { keysOf } from './parts.ts';
import { createPermits, forgetPermits } from './permits.ts';
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
    await untilItAnswers(store.probe, clock);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    store,
    dump: () => dumpRedis(connection, clock),
    createPermits: (settings) => createPermits(connection, settings),
    upkeep: {
      forgetPermits: () => forgetPermits(connection),
      closeToOthers: () => closeToOthers(connection),
    },
    close: store.close,
  };
}

/** See `SharedDriver`. */
export async function clearRedis(url: string, clock: Clock): Promise<void> {
  const connection = connectRedis(url);
  try {
    await untilItAnswers(() => connection.run(async (client) => void (await client.ping())), clock);
    for await (const keys of keysOf(connection, KEY_PREFIX))
      if (keys.length > 0) await connection.run((client) => client.unlink([...keys]));
  } finally {
    await connection.close();
  }
}

async function untilItAnswers(ask: () => Promise<void>, clock: Clock): Promise<void> {
  const endsAt = clock.elapsed() + START_MS;
  while (clock.elapsed() < endsAt) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      // Not up yet, perhaps: after this it shows as a failing store.
      await clock.sleep(START_PAUSE_MS);
    }
  }
}
