import type { Clock } from '../../core/clock.ts';
import type { SharedDatabase } from '../driver.ts';
import { connectRedis, KEY_PREFIX, untilItAnswers } from './connection.ts';
import { closeToOthers, VERSION_KEY, withFormat } from './format.ts';
import { keysOf } from './keys.ts';
import { dumpRedis } from './passes/dump.ts';
import { createPermits, forgetPermits } from './permits.ts';
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
    // Where this is cut off, nobody takes what is left for a store.
    await closeToOthers(connection);
    for await (const keys of keysOf(connection, KEY_PREFIX)) {
      const others = keys.filter((key) => key !== VERSION_KEY);
      if (others.length > 0) await connection.run((client) => client.unlink(others));
    }
    await connection.run((client) => client.unlink(VERSION_KEY));
  } finally {
    await connection.close();
  }
}
