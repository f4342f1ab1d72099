import type { Clock } from '../core/clock.ts';
import { createCacheKeyv } from './cache-keyv.ts';
import { KEY_PREFIX, type RedisConnection } from './redis-connection.ts';
import { defineScript } from './redis-script.ts';
import type { Collection, RowOptions, Store } from './store.ts';

/** Rows read with one command. */
const READ_AT_ONCE = 500;

/**
 * A row is a string key of its own, so that Redis lets it expire; the index beside it holds the ids in the order in
 * which they were first written. KEYS: row, index, sequence. ARGV[1]: id. The last ARGV: milliseconds to live, or ''.
 */
const ENTER = `
local function enter(id) redis.call('ZADD', KEYS[2], 'NX', redis.call('INCR', KEYS[3]), id) end
local function expire(ms) if ms == '' then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ms) end end
`;
const PUT = defineScript(
  `${ENTER} redis.call('SET', KEYS[1], ARGV[2]) expire(ARGV[3]) enter(ARGV[1]) return 1`,
);
const INSERT = defineScript(`${ENTER}
  if redis.call('SET', KEYS[1], ARGV[2], 'NX') == false then return 0 end
  expire(ARGV[3]) enter(ARGV[1]) return 1`);
const REPLACE = defineScript(`${ENTER}
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('SET', KEYS[1], ARGV[3]) expire(ARGV[4]) return 1`);
const DELETE = defineScript(`redis.call('ZREM', KEYS[2], ARGV[1]) return redis.call('DEL', KEYS[1])`);
const DELETE_IF = defineScript(`
  if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
  redis.call('ZREM', KEYS[2], ARGV[1]) return redis.call('DEL', KEYS[1])`);
const ADD = defineScript(`${ENTER}
  local sum = redis.call('INCRBY', KEYS[1], ARGV[2]) expire(ARGV[3]) enter(ARGV[1]) return sum`);
/** Takes ids out of the index whose rows have expired. KEYS: index, then rows; ARGV: their ids. */
const FORGET = defineScript(`
  local gone = 0
  for i = 2, #KEYS do
    if redis.call('EXISTS', KEYS[i]) == 0 then gone = gone + redis.call('ZREM', KEYS[1], ARGV[i - 1]) end
  end
  return gone`);

/**
 * A store in Redis, for any number of processes. Rows expire by Redis' own time, after as long as this process' clock
 * says that they have left: clocks of different machines need not agree.
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
    close: connection.close,
  };
}

const SEQUENCE_KEY = `${KEY_PREFIX}:sequence`;
const NAMES_KEY = `${KEY_PREFIX}:collections`;

function createCollection(connection: RedisConnection, name: string, clock: Clock): Collection {
  const index = indexKey(name);
  let isListed = false;
  const expiry = (options?: RowOptions): string =>
    options?.expiresAt === undefined ? '' : String(Math.max(Math.ceil(options.expiresAt - clock.now()), 0));
  const run = async (script: ReturnType<typeof defineScript>, id: string, ...values: string[]) => {
    if (!isListed) await connection.run((client) => client.sAdd(NAMES_KEY, name));
    isListed = true;
    const keys = [rowKey(name, id), index, SEQUENCE_KEY];
    return Number(await connection.run((client) => script(client, keys, [id, ...values])));
  };
  return {
    insert: async (id, value, options) => (await run(INSERT, id, value, expiry(options))) === 1,
    get: async (id) => (await connection.run((client) => client.get(rowKey(name, id)))) ?? undefined,
    put: async (id, value, options) => void (await run(PUT, id, value, expiry(options))),
    replace: async (id, expected, value, options) =>
      (await run(REPLACE, id, expected, value, expiry(options))) === 1,
    delete: async (id) => (await run(DELETE, id)) === 1,
    deleteIf: async (id, expected) => (await run(DELETE_IF, id, expected)) === 1,
    entries: () => entriesOf(connection, name),
    add: (id, amount, options) => run(ADD, id, String(amount), expiry(options)),
  };
}

async function entriesOf(connection: RedisConnection, name: string): Promise<[string, string][]> {
  const ids = await connection.run((client) => client.zRange(indexKey(name), 0, -1));
  const found: [string, string][] = [];
  for (const some of inParts(ids)) {
    const values = await connection.run((client) => client.mGet(some.map((id) => rowKey(name, id))));
    const gone: string[] = [];
    for (const [place, id] of some.entries()) {
      const value = values[place];
      if (typeof value === 'string') found.push([id, value]);
      else gone.push(id);
    }
    if (gone.length > 0) await forget(connection, name, gone);
  }
  return found;
}

/** Rows expire by themselves; what is left to remove is their place in the index. */
async function sweep(connection: RedisConnection): Promise<number> {
  let gone = 0;
  for (const name of await connection.run((client) => client.sMembers(NAMES_KEY))) {
    const ids = await connection.run((client) => client.zRange(indexKey(name), 0, -1));
    for (const some of inParts(ids)) gone += await forget(connection, name, some);
  }
  return gone;
}

/** Takes those of the ids out of the index that have expired. */
async function forget(connection: RedisConnection, name: string, ids: readonly string[]): Promise<number> {
  const keys = [indexKey(name), ...ids.map((id) => rowKey(name, id))];
  return Number(await connection.run((client) => FORGET(client, keys, ids)));
}

function inParts(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / READ_AT_ONCE) }, (_, part) =>
    ids.slice(part * READ_AT_ONCE, (part + 1) * READ_AT_ONCE),
  );
}

/** Names are the program's own and hold no colon before the first one of the key. */
function rowKey(collection: string, id: string): string {
  return `${KEY_PREFIX}:row:${encodeURIComponent(collection)}:${id}`;
}

function indexKey(collection: string): string {
  return `${KEY_PREFIX}:index:${encodeURIComponent(collection)}`;
}
