import { createHash } from 'node:crypto';
import type { RedisClient } from './connection.ts';

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
