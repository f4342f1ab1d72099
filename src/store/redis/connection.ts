import { createHash } from 'node:crypto';
import KeyvRedis, { createClient } from '@keyv/redis';
import { type Clock, systemClock } from '../../core/clock.ts';
import { StoreUnusable } from '../errors.ts';
import { afterSilence } from './silence.ts';

/** How long Redis may say nothing that is waited for before the connection is replaced. */
const ANSWER_MS = 2_000;
const CONNECT_MS = 2_000;
/** Pauses before a lost connection is tried again. */
const RECONNECT_MS = { first: 50, longest: 1_000 } as const;

/** How long a start waits for a Redis that is not up yet; after that it goes on, and the store counts as failing. */
const START_MS = 3_000;
const START_PAUSE_MS = 50;

/** Everything that Redis holds for this program begins with this; the braces keep it in one slot of a cluster. */
export const KEY_PREFIX = '{imei-bot}';
const CACHE_NAMESPACE = `${KEY_PREFIX}:cache`;
/** Prefix of the keys of answers: @keyv/redis' separator and Keyv's own namespace. */
export const ANSWER_PREFIX = `${CACHE_NAMESPACE}::keyv:`;

/** The client that @keyv/redis brings. */
export type RedisClient = ReturnType<typeof createRedisClient>;

/** The one connection of this process to Redis. */
export interface RedisConnection {
  /**
   * Runs the work; rejects at once while there is no connection, and once Redis has answered nobody for two seconds, or ten
   * seconds after it was asked.
   */
  run<T>(work: (client: RedisClient) => Promise<T>): Promise<T>;
  /** The same for the cache's adapter on this connection. */
  runKeyv<T>(work: (adapter: KeyvRedis<string>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Redis did not answer in time. */
class RedisSilent extends Error {
  override readonly name = 'RedisSilent';

  constructor(withinMs: number) {
    super(`Redis did not answer within ${withinMs / 1_000} s.`);
  }
}

interface Link {
  readonly client: RedisClient;
  readonly adapter: KeyvRedis<string>;
  /** Why the last attempt failed, or the last connection was lost; undefined before that. */
  trouble?: Error;
  /** Whether an attempt to reach Redis is under way. */
  isReaching: boolean;
  /** When something was answered last, by `Clock.elapsed()`: many commands at once are answered one after another. */
  heardAt: number;
}

/**
 * Connects, and retries for as long as it takes. Nothing is queued while there is no connection: the caller is told at
 * once, and decides. A client that hangs (Redis stopped, a cable pulled) is replaced by a new one, since its commands would
 * otherwise wait for minutes.
 * @param url `redis://` or `rediss://`, with user, password and database number where needed
 * @param answerMs how long Redis may take to answer, in milliseconds
 */
export function connectRedis(url: string, answerMs = ANSWER_MS): RedisConnection {
  let isClosed = false;
  let link: Link;
  const giveUp = (broken: Link): void => {
    if (link !== broken || isClosed) return;
    link = openLink(url, giveUp, answerMs);
    link.trouble = new RedisSilent(answerMs);
    endLink(broken);
  };
  link = openLink(url, giveUp, answerMs);

  const underWay = new Set<Promise<unknown>>();
  const runOn = async <T>(used: Link, begin: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The connection to Redis is closed.');
    // The client would say no more than that it is offline.
    if (used.trouble !== undefined && !used.client.isReady) throw used.trouble;
    const work = unlessSilent(begin, used, { answerMs, giveUp });
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  };
  return {
    run: (work) => {
      const used = link;
      return runOn(used, () => work(used.client));
    },
    runKeyv: (work) => {
      const used = link;
      return runOn(used, () => work(used.adapter));
    },
    close: async () => {
      isClosed = true;
      // The client itself would wait for ever for a Redis that hangs at this moment.
      await Promise.allSettled(underWay);
      endLink(link);
    },
  };
}

/** @throws RedisSilent where no answer comes in time; then the link is given up as well */
async function unlessSilent<T>(
  begin: () => Promise<T>,
  link: Link,
  { answerMs, giveUp }: { readonly answerMs: number; readonly giveUp: (broken: Link) => void },
): Promise<T> {
  let heard = (): void => undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    const onSilence = (): void => {
      reject(new RedisSilent(answerMs));
      giveUp(link);
    };
    heard = afterSilence(answerMs, onSilence, () => link.heardAt);
  });
  try {
    const answer = await Promise.race([begin(), silence]);
    link.heardAt = systemClock.elapsed();
    return answer;
  } finally {
    heard();
  }
}

function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (retries) => Math.min(RECONNECT_MS.first * 2 ** retries, RECONNECT_MS.longest),
    },
  });
}

function openLink(url: string, giveUp: (broken: Link) => void, answerMs: number): Link {
  const client = createRedisClient(url);
  const adapter = new KeyvRedis<string>(client, { namespace: CACHE_NAMESPACE, throwOnErrors: true });
  const link: Link = { client, adapter, isReaching: true, heardAt: Number.NEGATIVE_INFINITY };
  let greeted = (): void => undefined;
  // A peer that accepts the connection and never answers is no Redis: a proxy without one behind it, say.
  client.on('connect', () => {
    link.isReaching = false;
    greeted();
    greeted = afterSilence(answerMs, () => giveUp(link));
  });
  for (const event of ['ready', 'error', 'end'] as const) client.on(event, () => greeted());
  // The failure comes back through the next command as well; without a listener the event would end the process.
  client.on('error', (error: Error) => {
    link.isReaching = false;
    link.trouble = named(error);
  });
  client.on('reconnecting', () => {
    link.isReaching = true;
  });
  // Pending while Redis is down; rejects when the client is replaced.
  client.connect().catch(() => undefined);
  adapter.on('error', () => undefined);
  return link;
}

/** The client forgets that it was ended while it reaches for Redis, and would be connected for ever. */
function endLink({ client, isReaching }: Link): void {
  const end = (): void => {
    if (client.isOpen) client.destroy();
  };
  if (!isReaching) end();
  else for (const event of ['connect', 'error'] as const) client.once(event, end);
}

/** Of a host with several addresses, none of which can be reached, nothing is said but a code. */
function named(error: Error): Error {
  return error.message === '' && 'code' in error ? new Error(String(error.code), { cause: error }) : error;
}

/** Runs a script on a connection. KEYS and ARGV are as Lua sees them. */
export type RedisScript = (
  client: RedisClient,
  keys: readonly string[],
  values: readonly string[],
) => Promise<unknown>;

/** A Lua script, sent whole only to a Redis that has not seen it yet. */
export function defineScript(lua: string): RedisScript {
  const sha = createHash('sha1').update(lua).digest('hex');
  return async (client, keys, values) => {
    const options = { keys: [...keys], arguments: [...values] };
    try {
      return await client.evalSha(sha, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.eval(lua, options);
    }
  };
}

/**
 * Waits until Redis answers, for three seconds at most; resolves in any case.
 * @throws StoreUnusable
 */
export async function untilItAnswers(ask: () => Promise<void>, clock: Clock): Promise<void> {
  const endsAt = clock.elapsed() + START_MS;
  while (clock.elapsed() < endsAt) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof StoreUnusable) throw error;
      // It may not be up yet; after the last attempt, it shows as a failing store.
      await clock.sleep(START_PAUSE_MS);
    }
  }
}
