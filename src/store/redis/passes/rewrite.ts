import { rewriteAnswer } from '../../cache-keyv.ts';
import type { Rewrite } from '../../contract.ts';
import { ANSWER_PREFIX, defineScript, type RedisConnection } from '../connection.ts';
import { idsIn, indexKey, keysOf, NAMES_KEY, rowKey } from '../keys.ts';

/** KEYS: the present key, the new key. ARGV: the expected value, the new value. */
const REWRITE = defineScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
  if KEYS[1] ~= KEYS[2] and redis.call('RENAMENX', KEYS[1], KEYS[2]) == 0 then redis.call('DEL', KEYS[1]) end
  return 1`);

interface Found {
  readonly key: string;
  readonly stored: string;
}

/** See `rewrite` of a store. */
export async function rewriteRedis(connection: RedisConnection, change: Rewrite): Promise<number> {
  let written = 0;
  for (const collection of await connection.run((client) => client.sMembers(NAMES_KEY))) {
    for await (const ids of idsIn(connection, indexKey(collection)))
      written += await rewriteRows(connection, collection, ids, change);
  }
  for await (const keys of keysOf(connection, ANSWER_PREFIX))
    written += await rewriteAnswers(connection, keys, change);
  return written;
}

async function rewriteRows(
  connection: RedisConnection,
  collection: string,
  ids: readonly string[],
  change: Rewrite,
): Promise<number> {
  const keys = ids.map((id) => rowKey(collection, id));
  return writeEach(connection, keys, ({ stored }, place) => {
    const id = ids[place] ?? '';
    const rewritten = change({ collection, id }, stored);
    return rewritten && { key: rowKey(collection, id), stored: rewritten.value };
  });
}

async function rewriteAnswers(
  connection: RedisConnection,
  keys: readonly string[],
  change: Rewrite,
): Promise<number> {
  return writeEach(connection, keys, ({ key, stored }) => {
    const rewritten = rewriteAnswer(key.slice(ANSWER_PREFIX.length), stored, change);
    return rewritten && { key: ANSWER_PREFIX + rewritten.id, stored: rewritten.value };
  });
}

/** Writes those that `change` changes. */
async function writeEach(
  connection: RedisConnection,
  keys: readonly string[],
  make: (found: Found, place: number) => Found | undefined,
): Promise<number> {
  if (keys.length === 0) return 0;
  const values = await connection.run((client) => client.mGet([...keys]));
  let written = 0;
  for (const [place, key] of keys.entries()) {
    const stored = values[place];
    if (typeof stored !== 'string') continue;
    const made = make({ key, stored }, place);
    if (made === undefined) continue;
    written += Number(
      await connection.run((client) => REWRITE(client, [key, made.key], [stored, made.stored])),
    );
  }
  return written;
}
