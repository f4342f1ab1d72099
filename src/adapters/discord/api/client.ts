import {
  type CacheWithLimitsOptions,
  Client,
  DefaultRestOptions,
  GatewayIntentBits,
  Options,
  Partials,
  type RESTOptions,
  SimpleShardingStrategy,
} from 'discord.js';
import type { Dispatcher } from 'undici';
import type { Log } from '../../../ops/log/log.ts';
import { HAS_SLEPT, type Host } from '../../host.ts';
import type { DiscordTime } from './discord-time.ts';
import { DiscordFailure } from './failure.ts';

/** The library keeps a queue for each interaction's token. */
const QUEUES_SWEPT_EACH_MS = 60_000;

/** The library keeps only guilds, channels and roles. */
const CACHES: CacheWithLimitsOptions = {
  GuildEmojiManager: 0,
  GuildScheduledEventManager: 0,
  GuildStickerManager: 0,
  MessageManager: 0,
  StageInstanceManager: 0,
  ThreadMemberManager: 0,
  UserManager: 0,
  // The bot itself, for its permissions, and the author of the newest message.
  GuildMemberManager: { maxSize: 1, keepOverLimit: ({ id, client }) => id === client.user.id },
};

/**
 * The login goes on if the first attempt fails. Otherwise a short outage of the gateway would end
 * it, and the shard would connect later without the login.
 */
class PatientStrategy extends SimpleShardingStrategy {
  override async connect(): Promise<void> {
    await super.connect().catch(() => undefined);
  }
}

export interface DiscordOptions extends Host {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The library's `rest.api`; the gateway's URL comes from there. */
  readonly apiUrl: string;
  /** Sends calls through a proxy. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Origins of attachments; Discord's own by default. */
  readonly attachmentOrigins?: readonly string[];
}

/** Creates the library's client, not connected. */
export function createClient(options: DiscordOptions, time: DiscordTime): Client {
  const { apiUrl, dispatcher, token, log } = options;
  const client = new Client({
    // None of these intents is privileged.
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
    // By default, interactions wait up to 15 s for servers that Discord has lost.
    waitGuildTimeout: 0,
    rest: {
      api: apiUrl,
      agent: dispatcher ?? null,
      // Interactions are exempt from Discord's global limit. The library would delay
      // acknowledgements.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      // A repeated callback would look as if another process had acknowledged the interaction.
      retries: 0,
      makeRequest: createMakeRequest(options, time),
      handlerSweepInterval: QUEUES_SWEPT_EACH_MS,
    },
  });
  client.rest.setToken(token);
  skipUnreadableEvents(client, log);
  return client;
}

/** What the library calls last, after its queues: each call goes through it. */
function createMakeRequest({ run }: DiscordOptions, time: DiscordTime): RESTOptions['makeRequest'] {
  return async (url, init) => {
    if (run.hasSlept()) throw new DiscordFailure('slept', HAS_SLEPT);
    const response = await DefaultRestOptions.makeRequest(url, init);
    time.learn(response.headers.get('date'));
    return response;
  };
}

/** The part of the library's `WebSocketManager` that handles events. Its types call it private. */
interface EventHandler {
  handlePacket(packet?: unknown, shard?: unknown): boolean;
}

/**
 * Discord sends things that the library does not know yet, such as a new kind of menu in a
 * message. The library then throws where nobody can catch the error, which would end the process.
 */
function skipUnreadableEvents(client: Client, log: Log): void {
  const events = client.ws as unknown as EventHandler;
  const handlePacket = events.handlePacket.bind(events);
  events.handlePacket = (packet, shard) => {
    try {
      return handlePacket(packet, shard);
    } catch (error) {
      log.error(
        { err: error },
        'An event of Discord could not be understood and was skipped. Please report this as a bug',
      );
      return false;
    }
  };
}
