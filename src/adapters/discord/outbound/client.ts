import type { RESTOptions } from '@discordjs/rest';
import type { Clock } from '../../../core/clock.ts';
import { RateLimitError, REST } from '../sdk.ts';

/** A smaller step back changes nothing: a limit lasts that much longer, at most. */
const NOTICED_MS = 1_000;

/** What {@link createClient} makes clients with. */
export interface ClientOptions extends Partial<RESTOptions> {
  /** The bot's token; undefined where the address of a call is its authority. */
  readonly token?: string;
  /** Limits that last longer than this are a failure: who calls tries again later. */
  readonly mostWaitMs: number;
}

/** Makes a call with the client that is in use. */
export type WithClient = <T>(call: (client: REST) => Promise<T>) => Promise<T>;

/**
 * The library keeps the time of day at which a limit ends, so that it would wait for an hour after the clock is set back by one.
 * From then on calls are made with a new client, which knows of no limit, as after a start.
 */
export function createClient({ token, mostWaitMs, ...options }: ClientOptions, clock: Clock): WithClient {
  const create = (): REST => {
    const client = new REST({ ...options, rejectOnRateLimit: ({ timeToReset }) => timeToReset > mostWaitMs });
    return token === undefined ? client : client.setToken(token);
  };
  const offset = (): number => clock.now() - clock.elapsed();
  let client = create();
  let offsetBefore = offset();
  const inUse = (): REST => {
    const offsetNow = offset();
    if (offsetNow < offsetBefore - NOTICED_MS) {
      client.clearHandlerSweeper();
      client.clearHashSweeper();
      client = create();
    }
    offsetBefore = offsetNow;
    return client;
  };
  return async (call) => {
    const used = inUse();
    try {
      return await call(used);
    } catch (error) {
      // The call has not been made, or Discord has refused it: the client before waits for a limit that seems to last an hour.
      if (error instanceof RateLimitError && inUse() !== used) return call(inUse());
      throw error;
    }
  };
}
