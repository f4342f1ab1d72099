import type { APIInteraction, RESTOptions } from 'discord.js';
import { untilAborted } from '../../../core/async/until-aborted.ts';
import type { Clock } from '../../../core/clock.ts';
import { faultOf, isOneOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import type { DiscordApi } from '../outbound/api.ts';
import { pauseAfter } from '../pauses.ts';
import { Client, Events, GatewayCloseCodes, GatewayDispatchEvents, Options, Status } from '../sdk.ts';
import { DiscordStartError, type StartProblem } from '../start-error.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats.ts';
import { type Shards, shardOptions } from './shards.ts';

/**
 * Fewest session starts left today: Discord ends all sessions and resets the token of a bot that connects more than 1,000
 * times a day.
 */
const LEAST_SESSION_STARTS = 50;

const TOKEN_REFUSED =
  'Discord refuses the token. Look at DISCORD_TOKEN: it is the one of the Developer Portal under Bot, Reset Token.';

/** Close codes after which the library does not reconnect. */
const FATAL_CLOSES: ReadonlyMap<number, string> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, TOKEN_REFUSED],
  [
    GatewayCloseCodes.InvalidShard,
    'Discord refuses the shard (4010). Look at DISCORD_SHARDS: the number after the slash is the same in every process.',
  ],
  [
    GatewayCloseCodes.ShardingRequired,
    'The bot is on so many servers that Discord asks for more shards (4011). Where DISCORD_SHARDS is set, raise the number after the slash in every process; then start it again.',
  ],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    'Discord no longer speaks the version of its gateway this program uses (4012). Update imei-bot.',
  ],
  [GatewayCloseCodes.InvalidIntents, 'Discord does not know the intents asked for (4013). Update imei-bot.'],
  [
    GatewayCloseCodes.DisallowedIntents,
    'Discord does not allow the intents asked for (4014), although imei-bot asks for none. Look in the Developer Portal under Bot whether the application is restricted.',
  ],
]);

/** What {@link createGateway} works with. */
export interface GatewayNeeds {
  readonly token: string;
  readonly apiUrl: string;
  /** What Discord is called through; directly without it. */
  readonly dispatcher?: RESTOptions['agent'] | undefined;
  readonly shards: Shards;
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly report: ReportIncident;
  /** Called with each interaction; must not throw. */
  readonly onInteraction: (interaction: APIInteraction) => void;
  /** Called if a connection that once worked is permanently lost; `reason` tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
}

/** The connection for events; it can be reopened after it was closed. */
export interface Gateway {
  /**
   * Connects, with growing pauses while Discord cannot be reached. Resolves with the application's id.
   * @throws DiscordStartError if retrying would not help; the signal's reason if it is aborted
   */
  connect(signal: AbortSignal): Promise<string>;
  /** Whether all shards are connected and answer heartbeats. */
  connected(): boolean;
  /** Disconnects; resolves once all shards are closed. */
  close(): Promise<void>;
}

/** Creates the gateway, not connected yet. */
export function createGateway(needs: GatewayNeeds): Gateway {
  const { api, clock, report } = needs;
  const heartbeats = createHeartbeats(clock);
  let client: Client | undefined;

  const tryOnce = async (signal: AbortSignal): Promise<string> => {
    await untilAborted(refuseFewStarts(api, clock), signal);
    const made = createClient(needs);
    const loggedIn = logIn(made, needs);
    try {
      const application = await untilAborted(loggedIn, signal);
      client = made;
      return application;
    } catch (error) {
      void loggedIn.catch(() => undefined).then(() => end(made));
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
    connected: () => client !== undefined && isConnected(client, heartbeats),
    close: async () => {
      const open = client;
      client = undefined;
      if (open === undefined) return;
      const ended = end(open);
      if (isSettled(open)) await ended;
    },
  };
}

/**
 * Closes a connection. If a shard is closed while connecting, the library connects it some moments later all the same and
 * leaves it connected; so this waits until every shard is connected or permanently closed.
 */
async function end(client: Client): Promise<void> {
  // The library treats a close as a broken connection.
  client.removeAllListeners(Events.ShardReconnecting);
  client.removeAllListeners(Events.ShardDisconnect);
  if (!isSettled(client)) await whenSettled(client);
  await client.destroy();
}

function isSettled({ ws }: Client): boolean {
  const { Ready, Disconnected } = Status;
  return [...ws.shards.values()].every(({ status }) => status === Ready || status === Disconnected);
}

function whenSettled(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isSettled(client)) resolve();
    };
    for (const event of [Events.ShardReady, Events.ShardResume, Events.ShardDisconnect] as const)
      client.on(event, () => setImmediate(look));
  });
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

/** Uses neither intents nor caches: interactions contain everything needed. */
function createClient({ apiUrl, dispatcher = null, shards }: GatewayNeeds): Client {
  return new Client({
    intents: [],
    ...shardOptions(shards),
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, agent: dispatcher },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      GuildMemberManager: 0,
      UserManager: { maxSize: 0, keepOverLimit: ({ id, client }) => id === client.user.id },
    }),
  });
}

/** Resolves with the application's id once all shards are connected. */
async function logIn(client: Client, needs: GatewayNeeds): Promise<string> {
  let connected = false;
  const refused = new Promise<never>((_, reject) => {
    client.on(Events.ShardDisconnect, ({ code }) => {
      const reason = FATAL_CLOSES.get(code) ?? `Discord closed the connection for good (${code}).`;
      if (connected) return needs.onFatal(reason);
      const problem = code === GatewayCloseCodes.AuthenticationFailed ? 'token-refused' : 'gateway-refused';
      reject(startError(problem, reason));
    });
  });
  refused.catch(() => undefined); // It is raced below; once that is over nobody listens any more.
  listen(client, needs);
  const login = client.login(needs.token);
  login.catch(() => undefined); // The same: a refusal comes first and says more.
  await Promise.race([refused, login]);
  connected = true;
  if (client.application === null) throw new Error('Discord did not say which application this is');
  return client.application.id;
}

function listen(client: Client, { report, onInteraction }: GatewayNeeds): void {
  const ready = new Set<number>();
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (interaction: APIInteraction) => {
    onInteraction({ ...interaction });
    // Otherwise the library would build and cache objects of the rest, and an event it cannot parse would crash the process.
    Object.assign(interaction, { type: 0, channel: undefined });
  });
  client.on(Events.Error, (error) => report('library-error', { reason: `${error.name}: ${error.message}` }));
  client.on(Events.ShardError, (error, shard) => report('gateway-error', { shard, reason: error.message }));
  client.on(Events.ShardReconnecting, (shard) => report('gateway-dropped', { shard }));
  client.on(Events.ShardResume, (shard, replayed) => report('gateway-resumed', { shard, replayed }));
  client.on(Events.ShardReady, (shard) => {
    if (ready.has(shard)) report('session-lost', { shard });
    ready.add(shard);
  });
}

function isConnected({ ws }: Client, heartbeats: Heartbeats): boolean {
  const shards = [...ws.shards.values()];
  return (
    shards.length > 0 &&
    shards.every(
      ({ id, status, lastPingTimestamp }) =>
        status === Status.Ready && heartbeats.areAnswered(id, lastPingTimestamp),
    )
  );
}

function startError(code: StartProblem, message: string, cause?: unknown): DiscordStartError {
  return new DiscordStartError(code, message, { cause });
}
