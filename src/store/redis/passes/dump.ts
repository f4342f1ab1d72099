import type { Clock } from '../../../core/clock.ts';
import { readAnswer } from '../../cache-keyv.ts';
import type { StoredRow } from '../../contract.ts';
import { ANSWER_PREFIX, type RedisConnection } from '../connection.ts';
import { idsIn, indexKey, keysOf, NAMES_KEY, rowKey } from '../keys.ts';

/** See `dump` of an open database. */
export async function* dumpRedis(
  connection: RedisConnection,
  clock: Clock,
): AsyncGenerator<readonly StoredRow[]> {
  for (const collection of await connection.run((client) => client.sMembers(NAMES_KEY))) {
    for await (const ids of idsIn(connection, indexKey(collection)))
      yield await rowsOf(connection, collection, ids, clock);
  }
  for await (const keys of keysOf(connection, ANSWER_PREFIX)) yield await answersOf(connection, keys);
}

async function rowsOf(
  connection: RedisConnection,
  collection: string,
  ids: readonly string[],
  clock: Clock,
): Promise<readonly StoredRow[]> {
  const keys = ids.map((id) => rowKey(collection, id));
  const [values, leftMs] = await Promise.all([
    connection.run((client) => client.mGet(keys)),
    Promise.all(keys.map((key) => connection.run((client) => client.pTTL(key)))),
  ]);
  return ids.flatMap((id, place) => {
    const value = values[place];
    const left = leftMs[place] ?? -2;
    // -1 stands for no expiry, -2 for a row that has expired in between.
    if (typeof value !== 'string' || left === -2) return [];
    return [{ collection, id, value, expiresAt: left === -1 ? undefined : clock.now() + left }];
  });
}

async function answersOf(
  connection: RedisConnection,
  keys: readonly string[],
): Promise<readonly StoredRow[]> {
  if (keys.length === 0) return [];
  const values = await connection.run((client) => client.mGet([...keys]));
  return keys.flatMap((key, place) => {
    const answer = readAnswer(key.slice(ANSWER_PREFIX.length), values[place] ?? '');
    return answer === undefined ? [] : [answer];
  });
}
