import { untilAborted } from '../../../core/async/promises.ts';
import { type Clock, pauseAfter } from '../../../core/clock.ts';
import { faultOf, isOneOf, TOKEN_REFUSED } from '../errors.ts';
import type { DiscordApi } from '../outbound/api.ts';
import { DiscordStartError, startError } from '../start-error.ts';
import { type BotIdentity, type Connection, type ConnectionNeeds, createConnection } from './connection.ts';

/**
 * Fewest session starts left today: Discord ends all sessions and resets the token of a bot that connects more than 1,000
 * times a day.
 */
const LEAST_SESSION_STARTS = 50;

/** What {@link createGateway} works with. */
export interface GatewayNeeds extends ConnectionNeeds {
  readonly api: DiscordApi;
}

/** The connection for events; it can be reopened after it was closed. */
export interface Gateway {
  /**
   * Connects, with growing pauses while Discord cannot be reached. Resolves with who the bot is.
   * @throws DiscordStartError if retrying would not help; the signal's reason if it is aborted
   */
  connect(signal: AbortSignal): Promise<BotIdentity>;
  /** Whether all shards are connected and answer heartbeats. */
  connected(): boolean;
  /** Disconnects; resolves once all shards are closed. */
  close(): Promise<void>;
}

/** Creates the gateway, not connected yet. */
export function createGateway(needs: GatewayNeeds): Gateway {
  const { api, clock, report } = needs;
  let connection: Connection | undefined;

  const tryOnce = async (signal: AbortSignal): Promise<BotIdentity> => {
    await untilAborted(refuseFewStarts(api, clock), signal);
    const made = createConnection(needs);
    const loggedIn = made.login();
    try {
      const identity = await untilAborted(loggedIn, signal);
      connection = made;
      return identity;
    } catch (error) {
      void loggedIn.catch(() => undefined).then(made.end);
      throw error;
    }
  };
  return {
    connect: async (signal) => {
      for (let tries = 0; ; tries += 1) {
        signal.throwIfAborted();
        try {
          return await tryOnce(signal);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof DiscordStartError) throw error;
          if (isOneOf(error, ['token-refused'])) throw startError('token-refused', TOKEN_REFUSED, error);
          report('gateway-unreachable', { reason: faultOf(error).message });
          await clock.sleep(pauseAfter(tries), signal);
        }
      }
    },
    connected: () => connection?.isConnected() === true,
    close: async () => {
      const open = connection;
      connection = undefined;
      if (open === undefined) return;
      const isSettled = open.isSettled();
      const ended = open.end();
      if (isSettled) await ended;
    },
  };
}

async function refuseFewStarts(api: DiscordApi, clock: Clock): Promise<void> {
  const { remaining, reset_after: resetAfterMs } = (await api.gateway()).session_start_limit;
  if (remaining >= LEAST_SESSION_STARTS) return;
  const resetAt = new Date(clock.now() + resetAfterMs).toISOString();
  throw startError(
    'few-session-starts',
    `Discord allows only ${remaining} more connections until ${resetAt}, and resets the token when there are none left. Something connects too often: find out what restarts this bot, or what else uses its token, and start it again after that time.`,
  );
}
