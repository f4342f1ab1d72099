import { z } from 'zod';
import type { Priority } from '../../core/priority.ts';
import type { PermitAnswer, PermitSettings, Permits } from '../cluster/permits.ts';
import { defineScript, KEY_PREFIX, type RedisConnection, type RedisScript } from './connection.ts';
import { lookEveryMs, nameOfMachine, PASSING_TIME, runningMs, unvouchedMs } from './permit-time.ts';

/**
 * KEYS: window slots, in-flight slots (sorted sets of tokens by the time at which they end), state (hash), the tokens not
 * given back. The run id changes with every start of Redis. If it is new and earlier permits may be lost, nothing is granted
 * for as long as a permit can last. A first start looks the same, so it waits as well.
 */
const OPEN_STATE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Stands in both sets for ever: where it is missing, the set was lost, and what stood in it.
local KEEPER = '!'
local function taken(key) return redis.call('ZCARD', key) - (redis.call('ZSCORE', key, KEEPER) and 1 or 0) end
local function number(field) return tonumber(redis.call('HGET', KEYS[3], field) or '0') end
local function stand(granted, retry)
  local slots = {}
  for _, token in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if token ~= KEEPER then
      local under_way = redis.call('ZSCORE', KEYS[4], token)
      slots[#slots + 1] = under_way and -1 or math.floor(redis.call('ZSCORE', KEYS[1], token) - now)
    end
  end
  local closed = math.max(number('fence'), number('pause')) - now
  return { granted, math.max(math.floor(retry), 0), math.max(math.floor(closed), 0), taken(KEYS[2]), slots }
end
${PASSING_TIME}
for key = 1, 2 do redis.call('ZREMRANGEBYSCORE', KEYS[key], '-inf', now) end
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
`;

/** ARGV: token, priority, slots, places, window, batch pace, slot lease, place lease, verified run, whether it is durable. */
const ASK = defineScript(`
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if redis.call('HGET', KEYS[3], 'run') ~= run and ARGV[9] ~= run then return run end
${OPEN_STATE}
local slot_lease, place_lease = tonumber(ARGV[7]), tonumber(ARGV[8])
if redis.call('HGET', KEYS[3], 'run') ~= run then
  if redis.call('HGET', KEYS[3], 'durable') ~= '1' or ARGV[10] ~= '1' then
    redis.call('HSET', KEYS[3], 'fence', now + slot_lease)
  end
  redis.call('HSET', KEYS[3], 'run', run, 'durable', ARGV[10])
end
if not redis.call('ZSCORE', KEYS[1], KEEPER) or not redis.call('ZSCORE', KEYS[2], KEEPER) then
  redis.call('HSET', KEYS[3], 'fence', now + slot_lease)
  for key = 1, 2 do redis.call('ZADD', KEYS[key], '+inf', KEEPER) end
end
local opens = math.max(number('fence'), number('pause'))
if now < opens then return stand(0, opens - now) end
local places = tonumber(ARGV[4])
local batch = ARGV[2] == 'batch'
if batch then redis.call('HSET', KEYS[3], 'batch_asked', now) end
if taken(KEYS[1]) >= tonumber(ARGV[3]) then
  return stand(0, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)
end
-- One place is left to singles: batches cannot keep them out, however slow the service is.
if taken(KEYS[2]) >= (batch and math.max(places - 1, 1) or places) then
  return stand(0, redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] - now)
end
local pace = tonumber(ARGV[6])
local next_batch = math.min(number('next_batch'), now + tonumber(ARGV[5]))
if batch and now < next_batch then return stand(0, next_batch - now) end
-- A single that overtakes a waiting batch costs the batch a turn, so that together they do not use up the window.
if batch or now - number('batch_asked') < tonumber(ARGV[5]) then
  redis.call('HSET', KEYS[3], 'next_batch', math.max(next_batch, now) + pace)
end
redis.call('ZADD', KEYS[1], now + slot_lease, ARGV[1])
redis.call('ZADD', KEYS[2], now + place_lease, ARGV[1])
redis.call('ZADD', KEYS[4], now + slot_lease, ARGV[1])
return stand(1, 0)`);

/**
 * ARGV: token, milliseconds for which its window slot and its in-flight slot stay taken, batch pace. A token that was lost
 * is written again; an unused one of a batch does not delay the next batch check.
 */
const GIVE_BACK = defineScript(`${OPEN_STATE}
local was_given = redis.call('ZREM', KEYS[4], ARGV[1])
for key = 1, 2 do
  local held = tonumber(ARGV[key + 1])
  if held > 0 then redis.call('ZADD', KEYS[key], now + held, ARGV[1]) else redis.call('ZREM', KEYS[key], ARGV[1]) end
end
if was_given == 1 and tonumber(ARGV[2]) == 0 and string.sub(ARGV[1], 1, 5) == 'batch' then
  redis.call('HINCRBY', KEYS[3], 'next_batch', -math.floor(tonumber(ARGV[4])))
end
return 1`);

/** ARGV: milliseconds. */
const PAUSE = defineScript(`${OPEN_STATE}
redis.call('HSET', KEYS[3], 'pause', math.max(number('pause'), now + ARGV[1]))
return 1`);

const LOOK = defineScript(`${OPEN_STATE} return stand(0, 0)`);

const KEYS = ['slots', 'places', 'state', 'under-way'].map((name) => `${KEY_PREFIX}:limit:${name}`);

const answerSchema = z.tuple([z.number(), z.number(), z.number(), z.number(), z.array(z.number())]);

/**
 * The permits of one installation. Its processes must agree on the settings.
 * @param machine the same for all processes that share `runningMs`
 */
export function createPermits(
  connection: RedisConnection,
  settings: PermitSettings,
  machine = nameOfMachine(),
): Permits {
  const { concurrent, perWindow, windowMs, batchEveryMs, leaseMs } = settings;
  const numbers = [perWindow, concurrent, windowMs, batchEveryMs, leaseMs.windowSlot, leaseMs.inFlight].map(
    String,
  );
  const time = [leaseMs.windowSlot, unvouchedMs(windowMs)].map(String);
  const run = (script: RedisScript, values: readonly string[]): Promise<unknown> =>
    connection.run((client) => script(client, KEYS, [...values, ...time, machine, String(runningMs())]));
  let verified = { run: '', durable: false };
  return {
    ask: async (token, priority) => {
      for (;;) {
        const known = [verified.run, verified.durable ? '1' : '0'];
        const said = await run(ASK, [named(token, priority), priority, ...numbers, ...known]);
        if (typeof said !== 'string') return answerOf(said);
        verified = { run: said, durable: await isDurable(connection) };
      }
    },
    giveBack: async (token, priority, { windowSlotMs: slotMs, inFlightMs: placeMs }) => {
      const values = [
        named(token, priority),
        ...[slotMs, placeMs, batchEveryMs].map((ms) => String(Math.ceil(ms))),
      ];
      await run(GIVE_BACK, values);
    },
    pause: async (ms) => {
      await run(PAUSE, [String(Math.ceil(ms))]);
    },
    look: async () => answerOf(await run(LOOK, [])),
    lookEveryMs: lookEveryMs(windowMs),
  };
}

/** The script recognizes a batch's permit by its name. */
function named(token: string, priority: Priority): string {
  return `${priority} ${token}`;
}

function answerOf(said: unknown): PermitAnswer {
  const [granted, retryInMs, closedForMs, inFlight, slots] = answerSchema.parse(said);
  const slotsFreeIn = slots.map((ms) => (ms < 0 ? undefined : ms));
  return { granted: granted === 1, retryInMs, closedForMs, inFlight, slotsFreeIn };
}

/** A line of `INFO` on a Redis that has never been a replica. */
const NEVER_PROMOTED = /^master_replid2:0+\r?$/m;

/**
 * Whether Redis syncs each write to disk before it acknowledges it, so that it survives any restart. False for a former
 * replica, which may lack the last writes of its master, and for a Redis that does not say.
 */
async function isDurable(connection: RedisConnection): Promise<boolean> {
  try {
    const { appendonly, appendfsync } = await connection.run((client) => client.configGet('append*'));
    const replication = await connection.run((client) => client.info('replication'));
    return appendonly === 'yes' && appendfsync === 'always' && NEVER_PROMOTED.test(replication);
  } catch {
    // Managed servers forbid CONFIG; a failed connection fails here as well.
    await connection.run((client) => client.ping());
    return false;
  }
}
