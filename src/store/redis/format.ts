import { z } from 'zod';
import { otherVersion, StoreUnusable } from '../errors.ts';
import { KEY_PREFIX, type RedisClient, type RedisConnection } from './connection.ts';

/** The version of the format. A store of another version is refused. */
export const REDIS_VERSION = 1;
const VERSION_KEY = `${KEY_PREFIX}:version`;

const version = z.coerce.number().int().min(0);

/**
 * The same connection, which runs nothing before the format in Redis is this program's: the first use writes it, or
 * finds that it is another version's, and then every use rejects with that.
 */
export function withFormat(connection: RedisConnection): RedisConnection {
  let prepared: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    if (prepared !== undefined) return prepared;
    const preparing = prepareFormat(connection);
    prepared = preparing;
    preparing.catch(() => {
      // Redis may have been down; the next use tries again.
      prepared = undefined;
    });
    return preparing;
  };
  return {
    run: async (work) => {
      await prepare();
      return connection.run(work);
    },
    runKeyv: async (work) => {
      await prepare();
      return connection.runKeyv(work);
    },
    close: connection.close,
  };
}

/**
 * The version of the format that this program can read; 0 where there is none yet.
 * @throws StoreUnusable
 */
export async function versionIn(client: RedisClient): Promise<number> {
  const written = (await client.get(VERSION_KEY)) ?? '0';
  const found = version.safeParse(written);
  if (!found.success) {
    throw new StoreUnusable(
      `The key ${VERSION_KEY} in Redis holds no version. Set STORE_URL to another database.`,
    );
  }
  if (found.data !== 0 && found.data !== REDIS_VERSION)
    throw otherVersion('The store in Redis', found.data, REDIS_VERSION);
  return found.data;
}

/** @throws StoreUnusable */
async function prepareFormat(connection: RedisConnection): Promise<void> {
  if ((await connection.run(versionIn)) !== 0) return;
  const isFirst = await connection.run((client) =>
    client.set(VERSION_KEY, String(REDIS_VERSION), { condition: 'NX' }),
  );
  // A process of another version may have been faster.
  if (isFirst === null) await connection.run(versionIn);
}
