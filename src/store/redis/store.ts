import type { Clock } from '../../core/clock.ts';
import { createCacheKeyv } from '../cache-keyv.ts';
import type { Collection, Entries, RowOptions, Store } from '../contract.ts';
import { defineScript, type RedisConnection } from './connection.ts';
import {
  groupKey,
  groupKeyOf,
  idsIn,
  indexKey,
  lastingKey,
  NAMES_KEY,
  rowKey,
  SEQUENCE_KEY,
} from './keys.ts';

/**
 * A row is a string key of its own, so that Redis lets it expire; the index beside it holds the ids in the order in
 * which they were first written, and so do the index of the rows without an expiry and the one of the row's group.
 * KEYS: row, index, sequence, lasting rows, group, which is the index itself for a row of no group. ARGV[1]: id. The
 * last ARGV: milliseconds to live, or ''.
 */
const ENTER = `
local function enter(id, ms)
  local place = redis.call('INCR', KEYS[3])
  redis.call('ZADD', KEYS[2], 'NX', place, id)
  redis.call('ZADD', KEYS[5], 'NX', place, id)
  if ms == '' then
    redis.call('PERSIST', KEYS[1])
    redis.call('ZADD', KEYS[4], 'NX', redis.call('ZSCORE', KEYS[2], id), id)
  else
    redis.call('PEXPIRE', KEYS[1], ms)
    redis.call('ZREM', KEYS[4], id)
  end
end
`;
const LEAVE = `
local function leave(id)
  redis.call('ZREM', KEYS[2], id) redis.call('ZREM', KEYS[4], id) redis.call('ZREM', KEYS[5], id)
  return redis.call('DEL', KEYS[1])
end
`;
const PUT = defineScript(`${ENTER} redis.call('SET', KEYS[1], ARGV[2]) enter(ARGV[1], ARGV[3]) return 1`);
const INSERT = defineScript(`${ENTER}
  if redis.call('SET', KEYS[1], ARGV[2], 'NX') == false then return 0 end
  enter(ARGV[1], ARGV[3]) return 1`);
const REPLACE = defineScript(`${ENTER}
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[3]) enter(ARGV[1], ARGV[4]) return 1`);
const DELETE = defineScript(`${LEAVE} return leave(ARGV[1])`);
const DELETE_IF = defineScript(`${LEAVE}
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  return leave(ARGV[1])`);
const ADD = defineScript(`${ENTER}
  local sum = redis.call('INCRBY', KEYS[1], ARGV[2]) enter(ARGV[1], ARGV[3]) return sum`);
/**
 * Takes ids out of the indexes whose rows have expired. KEYS: index, lasting rows, then each row and its group; ARGV:
 * their ids.
 */
const FORGET = defineScript(`
  local gone = 0
  for i = 1, #ARGV do
    if redis.call('EXISTS', KEYS[2 * i + 1]) == 0 then
      gone = gone + redis.call('ZREM', KEYS[1], ARGV[i])
      redis.call('ZREM', KEYS[2], ARGV[i]) redis.call('ZREM', KEYS[2 * i + 2], ARGV[i])
    end
  end
  return gone`);

/**
 * A store in Redis, for any number of processes. Rows expire by Redis' own clock, after the time that remains by this
 * process' clock: clocks of different machines need not agree.
 */
export function createRedisStore(connection: RedisConnection, clock: Clock): Store {
  return {
    keyv: createCacheKeyv('redis', connection.runKeyv),
    collection: (name) => createCollection(connection, name, clock),
    sweep: () => sweep(connection),
    probe: async () => {
      const rows = createCollection(connection, 'probe', clock);
      await rows.put('probe', String(clock.now()), { expiresAt: clock.now() + 60_000 });
    },
    // The first word of Redis' error when its memory is full; it keeps its data.
    troubleOf: (error) => (error instanceof Error && /^OOM /.test(error.message) ? 'full' : 'broken'),
    close: connection.close,
  };
}

function createCollection(connection: RedisConnection, name: string, clock: Clock): Collection {
  const index = indexKey(name);
  let isListed = false;
  const expiry = (options?: RowOptions): string =>
    options?.expiresAt === undefined ? '' : String(Math.max(Math.ceil(options.expiresAt - clock.now()), 0));
  const run = async (script: ReturnType<typeof defineScript>, id: string, ...values: string[]) => {
    if (!isListed) await connection.run((client) => client.sAdd(NAMES_KEY, name));
    isListed = true;
    const keys = [rowKey(name, id), index, SEQUENCE_KEY, lastingKey(name), groupKeyOf(name, id)];
    return Number(await connection.run((client) => script(client, keys, [id, ...values])));
  };
  return {
    name,
    insert: async (id, value, options) => (await run(INSERT, id, value, expiry(options))) === 1,
    get: async (id) => (await connection.run((client) => client.get(rowKey(name, id)))) ?? undefined,
    put: async (id, value, options) => void (await run(PUT, id, value, expiry(options))),
    replace: async (id, expected, value, options) =>
      (await run(REPLACE, id, expected, value, expiry(options))) === 1,
    delete: async (id) => (await run(DELETE, id)) === 1,
    deleteIf: async (id, expected) => (await run(DELETE_IF, id, expected)) === 1,
    entries: () => entriesIn(connection, name, index),
    entriesOf: (group) => entriesIn(connection, name, groupKey(name, group)),
    portions: (which) => portionsIn(connection, name, which === 'all' ? index : lastingKey(name)),
    add: (id, amount, options) => run(ADD, id, String(amount), expiry(options)),
  };
}

async function entriesIn(connection: RedisConnection, name: string, index: string): Promise<Entries> {
  const found: (readonly [string, string])[] = [];
  for await (const some of portionsIn(connection, name, index)) found.push(...some);
  return found;
}

async function* portionsIn(
  connection: RedisConnection,
  name: string,
  index: string,
): AsyncGenerator<Entries> {
  for await (const ids of idsIn(connection, index)) yield await rowsOf(connection, name, ids);
}

/** The rows of these ids, without those that do not exist. */
async function rowsOf(connection: RedisConnection, name: string, ids: readonly string[]): Promise<Entries> {
  const values = await connection.run((client) => client.mGet(ids.map((id) => rowKey(name, id))));
  const found: (readonly [string, string])[] = [];
  const gone: string[] = [];
  for (const [place, id] of ids.entries()) {
    const value = values[place];
    if (typeof value === 'string') found.push([id, value]);
    else gone.push(id);
  }
  if (gone.length > 0) await forget(connection, name, gone);
  return found;
}

/** Rows expire by themselves, but their ids have to be removed from the indexes. Resolves with how many were. */
async function sweep(connection: RedisConnection): Promise<number> {
  let gone = 0;
  for (const name of await connection.run((client) => client.sMembers(NAMES_KEY))) {
    for await (const some of idsIn(connection, indexKey(name))) gone += await forget(connection, name, some);
  }
  return gone;
}

/** Removes the ids of expired rows from the index. */
async function forget(connection: RedisConnection, name: string, ids: readonly string[]): Promise<number> {
  const keys = [
    indexKey(name),
    lastingKey(name),
    ...ids.flatMap((id) => [rowKey(name, id), groupKeyOf(name, id)]),
  ];
  return Number(await connection.run((client) => FORGET(client, keys, ids)));
}
