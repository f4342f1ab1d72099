import { z } from 'zod';
import { newerStore, StoreUnusable } from '../errors.ts';
import { defineScript, KEY_PREFIX, type RedisClient, type RedisConnection } from './connection.ts';
import { groupKeyOf, idsIn, indexKey, lastingKey, NAMES_KEY, rowKey } from './keys.ts';

/**
 * The migrations from one version of the format to the next; a version is a position in the list, counted from 1. Append
 * only. Several processes may run one at the same time, and an interrupted one is run again from its beginning: each has to
 * tolerate both, and goes through many keys in portions, since a connection waits only so long for each piece of work.
 */
const MIGRATIONS: readonly ((connection: RedisConnection) => Promise<void>)[] = [
  // The first version with a number: rows of earlier ones stay as they are.
  async () => undefined,
  // Adds older rows to the indexes of lasting rows and of groups.
  indexAgain,
  // Values are sealed for their place, which no earlier version can open. `reseal` converts them one by one.
  async () => undefined,
  // Sends are in a collection with groups, which no earlier version reads: it would conclude that they were never made.
  async () => undefined,
];

export const REDIS_VERSION = MIGRATIONS.length;
const VERSION_KEY = `${KEY_PREFIX}:version`;

/** KEYS: index, lasting rows, then each row and its group; ARGV: their ids. */
const INDEX_AGAIN = defineScript(`
  for i = 1, #ARGV do
    local place = redis.call('ZSCORE', KEYS[1], ARGV[i])
    if place and redis.call('PTTL', KEYS[2 * i + 1]) == -1 then redis.call('ZADD', KEYS[2], place, ARGV[i]) end
    if place then redis.call('ZADD', KEYS[2 * i + 2], place, ARGV[i]) end
  end
  return 1`);

async function indexAgain(connection: RedisConnection): Promise<void> {
  for (const name of await connection.run((client) => client.sMembers(NAMES_KEY))) {
    for await (const ids of idsIn(connection, indexKey(name))) {
      const rows = ids.flatMap((id) => [rowKey(name, id), groupKeyOf(name, id)]);
      const keys = [indexKey(name), lastingKey(name), ...rows];
      await connection.run((client) => INDEX_AGAIN(client, keys, ids));
    }
  }
}

/** ARGV[1]: the version that is reached. Never lowers it: a process of a newer version may have been faster. */
const REACH = defineScript(`
  local found = tonumber(redis.call('GET', KEYS[1]) or '0')
  if found < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
  return 1`);

const version = z.coerce.number().int().min(0);

/**
 * The same connection, which runs nothing before the format in Redis is this program's: the first use migrates it, or
 * finds that it is a newer version's, and then every use rejects with that.
 */
export function withFormat(connection: RedisConnection): RedisConnection {
  let prepared: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    if (prepared !== undefined) return prepared;
    const preparing = bringUpToDate(connection);
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
  if (found.data > REDIS_VERSION) throw newerStore('The store in Redis', found.data, REDIS_VERSION);
  return found.data;
}

/** @throws StoreUnusable */
async function bringUpToDate(connection: RedisConnection): Promise<void> {
  const found = await connection.run(versionIn);
  for (const [before, migrate] of MIGRATIONS.entries()) {
    if (before < found) continue;
    await migrate(connection);
    await connection.run((client) => REACH(client, [VERSION_KEY], [String(before + 1)]));
  }
}
