import type { RESTOptions } from '@discordjs/rest';
import type { Clock } from '../../../core/clock.ts';
import { RateLimitError, REST } from '../sdk.ts';

/** By less than this the time of day is corrected without anybody noticing; the library's own reserve is 50 ms. */
const NOTICED_MS = 1_000;

/** What {@link createClient} makes clients with. */
export interface ClientOptions extends Partial<RESTOptions> {
  /** The bot's token; undefined where the address of a call is its authority. */
  readonly token?: string;
  /** Limits that last longer than this are a failure: who calls tries again later. */
  readonly mostWaitMs: number;
}

/** Makes a call by the client that is in use. */
export type Through = <T>(call: (client: REST) => Promise<T>) => Promise<T>;

/**
 * The library keeps until what time of day a limit lasts, so that after a clock is set back by an hour it would wait an hour.
 * Then calls get a new client, which knows of no limit, as after a start.
 */
export function createClient({ token, mostWaitMs, ...options }: ClientOptions, clock: Clock): Through {
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
      // It was in the line of the client that knows a limit which now seems to last an hour, and has not been made.
      if (error instanceof RateLimitError && inUse() !== used) return call(inUse());
      throw error;
    }
  };
}
