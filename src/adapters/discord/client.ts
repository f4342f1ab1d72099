import {
  type CacheWithLimitsOptions,
  Client,
  Events,
  GatewayIntentBits,
  Options,
  Partials,
  SimpleShardingStrategy,
  Status,
} from 'discord.js';
import type { Dispatcher } from 'undici';
import { PlatformLost } from '../../core/adapter.ts';
import { deferred, untilAborted } from '../../core/async/promises.ts';
import { HOUR_MS, pauseAfter } from '../../core/clock.ts';
import { codeOf } from '../../core/errors.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Host } from '../definition.ts';
import { fatalClose, faultOf, type Report, TOKEN_REFUSED } from './errors.ts';

/** Pauses before a call that did not reach Discord is repeated. */
const RETRY_AFTER_MS = [500, 2_000];
/** The library keeps a queue for each interaction's token. */
const QUEUES_SWEPT_EACH_MS = 60_000;

/** Only guilds, channels and roles are kept. */
const CACHES: CacheWithLimitsOptions = {
  ...{
    GuildEmojiManager: 0,
    GuildScheduledEventManager: 0,
    GuildStickerManager: 0,
    MessageManager: 0,
  },
  ...{ StageInstanceManager: 0, ThreadMemberManager: 0, UserManager: 0 },
  // The bot itself, for its permissions, and the author of the newest message.
  GuildMemberManager: { maxSize: 1, keepOverLimit: ({ id, client }) => id === client.user.id },
};

/** Retries: without them a short outage of the gateway ends the login, and its shard connects later unnoticed. */
class PatientStrategy extends SimpleShardingStrategy {
  override async connect(): Promise<void> {
    await super.connect().catch(() => undefined);
  }
}

type Given =
  | 'clock'
  | 'commands'
  | 'hash'
  | 'log'
  | 'messages'
  | 'onFatal'
  | 'proxy'
  | 'registerOnce'
  | 'textCommand';

/** How the Discord adapter is set up. */
export interface DiscordOptions extends Pick<Host, Given> {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The library's `rest.api`; the gateway's address comes from there. */
  readonly apiUrl: string;
  /** For calls through a proxy. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Origins of attachments; Discord's own by default. */
  readonly attachmentOrigins?: readonly string[];
  readonly sayIn: SayIn;
}

function createClient({ apiUrl, dispatcher, token }: DiscordOptions): Client {
  const client = new Client({
    // None of them is privileged.
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
    ],
    partials: [Partials.Channel, Partials.Message],
    shards: 'auto',
    ws: { buildStrategy: (manager) => new PatientStrategy(manager) },
    makeCache: Options.cacheWithLimits(CACHES),
    sweepers: Options.DefaultSweeperSettings,
    // Otherwise interactions wait up to 15 s for servers that Discord has lost.
    waitGuildTimeout: 0,
    rest: {
      api: apiUrl,
      agent: dispatcher ?? null,
      // Interactions are exempt from Discord's global limit. The library would delay acknowledgements.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      // A callback that the library repeats looks like another process' acknowledgement.
      retries: 0,
      handlerSweepInterval: QUEUES_SWEPT_EACH_MS,
    },
  });
  client.rest.setToken(token);
  return client;
}

export type Connection = ReturnType<typeof createConnection>;

/** Creates the connection to Discord, not connected. */
export function createConnection(options: DiscordOptions, report: Report) {
  const { token, clock, onFatal } = options;
  const stopped = new AbortController();
  let client = createClient(options);
  let isStarted = false;
  let isOver = false;

  const refuse = (reason: string): void => {
    if (!isOver) onFatal(reason);
    isOver = true;
  };
  const connect = async (listen: (client: Client) => void): Promise<void> => {
    const ready = deferred<void>();
    ready.promise.catch(() => undefined);
    client.once(Events.ClientReady, () => ready.resolve());
    client.on(Events.ShardDisconnect, ({ code }) => {
      if (isStarted) refuse(fatalClose(code));
      else ready.reject(new PlatformLost(fatalClose(code)));
    });
    client.on(Events.ShardReconnecting, (shard) => {
      if (!isOver) report('gateway-dropped', { shard });
    });
    // Without a listener, an error would end the process.
    client.on(Events.Error, ({ message }) => report('unreachable', { reason: message }));
    listen(client);
    // The login does not end if only the gateway refuses the bot.
    const loggedIn = Promise.race([client.login(token), ready.promise]);
    const connected = loggedIn.then(() => ready.promise);
    await untilAborted(connected, stopped.signal);
  };
  /** Receives no more events; calls are still possible. */
  const disconnect = async (): Promise<void> => {
    await client.destroy();
    client.rest.setToken(token);
  };
  /** Calls Discord, also after `stop`; `once` without trying again. @throws DiscordFault, which was reported */
  const call = async <T>(
    send: (client: Client<true>) => Promise<T>,
    { once = false } = {},
    [pauseMs, ...later] = once ? [] : RETRY_AFTER_MS,
  ): Promise<T> => {
    try {
      return await send(client as Client<true>);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.code === 'unreachable' && pauseMs !== undefined) {
        await clock.sleep(pauseMs);
        return call(send, {}, later);
      }
      report(fault.code, { reason: fault.message });
      if (fault.code === 'token-refused') refuse(TOKEN_REFUSED);
      throw fault;
    }
  };
  return {
    call,
    /** The library's client, for what it knows without a call. */
    client: () => client as Client<true>,
    /**
     * Retries until connected; `listen` adds the handlers to each new client.
     * @throws PlatformLost if Discord refuses the bot; an AbortError after `stop`
     */
    start: async (listen: (client: Client) => void): Promise<void> => {
      // Nothing else forgets channels of direct messages.
      const sweep = (): unknown => client.channels.cache.sweep((one) => one.isDMBased());
      const timer = setInterval(sweep, HOUR_MS).unref();
      stopped.signal.addEventListener('abort', () => clearInterval(timer));
      for (let failures = 0; !isStarted; failures += 1) {
        try {
          await connect(listen);
          isStarted = true;
        } catch (error) {
          await disconnect();
          stopped.signal.throwIfAborted();
          if (error instanceof PlatformLost) throw error;
          if (codeOf(error) === 'TokenInvalid') throw new PlatformLost(TOKEN_REFUSED);
          report('unreachable', { reason: faultOf(error).message });
          await clock.sleep(pauseAfter(failures), stopped.signal);
          // A client that failed is never ready again.
          client = createClient(options);
        }
      }
    },
    /** Whether all shards are connected. */
    connected: (): boolean => {
      const { shards } = client.ws;
      return !isOver && shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
    },
    /** Receives no more events. */
    stop: async (): Promise<void> => {
      isOver = true;
      stopped.abort();
      await disconnect();
    },
  };
}
