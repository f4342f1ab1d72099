import { setMaxListeners } from 'node:events';
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
import { deferred, untilAborted } from '../../core/async/promises.ts';
import { type Clock, HOUR_MS, pauseAfter } from '../../core/clock.ts';
import {
  type DiscordFault,
  DiscordStartError,
  fatalClose,
  faultOf,
  type Report,
  TOKEN_REFUSED,
} from './errors.ts';

/** Pauses before a call that did not reach Discord is repeated. */
const CALL_AGAIN_AFTER_MS = [500, 2_000];
/** The library keeps a queue for each interaction's token. */
const QUEUES_SWEPT_EACH_MS = 60_000;
/** How often the time of day is compared with the monotonic clock, and which step back counts. */
const CLOCK_WATCH_MS = 1_000;
const STEP_BACK_MS = 2_000;

/** Only guilds, channels and roles are kept. */
const CACHES: CacheWithLimitsOptions = {
  ...{ GuildEmojiManager: 0, GuildScheduledEventManager: 0, GuildStickerManager: 0, MessageManager: 0 },
  ...{ StageInstanceManager: 0, ThreadMemberManager: 0, UserManager: 0 },
  // The bot itself, for its permissions, and the author of the newest message.
  GuildMemberManager: { maxSize: 1, keepOverLimit: ({ id, client }) => id === client.user.id },
};

/** A gateway that is away for a moment would end the login, and its shard would connect later all the same, unseen. */
class PatientStrategy extends SimpleShardingStrategy {
  override async connect(): Promise<void> {
    await super.connect().catch(() => undefined);
  }
}

/** How Discord is reached. */
export interface ConnectionSettings {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The library's `rest.api`; the gateway's address comes from there. */
  readonly apiUrl: string;
  /** Where calls go through; directly without it. */
  readonly dispatcher?: Dispatcher | undefined;
  readonly clock: Clock;
  /** Called once if Discord refuses the bot after the start; `reason` says what the operator does. */
  readonly onFatal: (reason: string) => void;
}

/** The connection to Discord. Each attempt has a new client, since one that failed is never ready again. */
export interface Connection {
  /** Retries until connected. @throws DiscordStartError if Discord refuses the bot; an AbortError after `stop` */
  start(): Promise<void>;
  /** Calls Discord, also after `stop`; `once` without trying again. @throws DiscordFault, which was reported */
  call<T>(send: (client: Client<true>) => Promise<T>, how?: { readonly once?: boolean }): Promise<T>;
  /** Whether all shards are connected. */
  connected(): boolean;
  /** Takes no more events. */
  stop(): Promise<void>;
}

function createClient({ apiUrl, dispatcher, token }: ConnectionSettings): Client {
  const client = new Client({
    // None of them is privileged.
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
    partials: [Partials.Channel, Partials.Message],
    shards: 'auto',
    ws: { buildStrategy: (manager) => new PatientStrategy(manager) },
    makeCache: Options.cacheWithLimits(CACHES),
    sweepers: Options.DefaultSweeperSettings,
    allowedMentions: { parse: [], repliedUser: false },
    // Otherwise interactions wait up to 15 s for servers that Discord has lost.
    waitGuildTimeout: 0,
    rest: {
      api: apiUrl.replace(/\/+$/, ''),
      agent: dispatcher ?? null,
      // Interactions are exempt from Discord's global limit. The library would delay acknowledgements.
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      // A callback that the library repeats could not be told from one of another process.
      retries: 0,
      handlerSweepInterval: QUEUES_SWEPT_EACH_MS,
    },
  });
  client.rest.setToken(token);
  return client;
}

/** Creates it, not connected. `listen` adds the handlers to each new client. */
export function createConnection(
  settings: ConnectionSettings,
  report: Report,
  listen: (client: Client) => void,
): Connection {
  const { token, clock, onFatal } = settings;
  const stopped = new AbortController();
  const started = deferred<void>();
  let isStarted = false;
  let isOver = false;
  let current = begin();
  let running: Promise<unknown> | undefined;

  function begin() {
    const renewed = new AbortController();
    setMaxListeners(0, renewed.signal);
    return { client: createClient(settings), ended: deferred<void>(), renewed };
  }
  const refuse = (reason: string): void => {
    if (!isOver) onFatal(reason);
    isOver = true;
  };
  const isReady = (): boolean => {
    const { shards } = current.client.ws;
    return shards.size > 0 && shards.every(({ status }) => status === Status.Ready);
  };
  /** The library waits by the time of day, so after that was set back by an hour, it would wait for an hour. */
  const watchClock = async (): Promise<void> => {
    const lead = (): number => clock.now() - clock.elapsed();
    for (let before = lead(); ; ) {
      await clock.sleep(CLOCK_WATCH_MS, stopped.signal, { ref: false });
      const isBack = lead() < before - STEP_BACK_MS;
      // A client that is destroyed while it reconnects would connect all the same.
      if (isBack && !isReady()) continue;
      before = lead();
      if (isBack) current.ended.resolve();
    }
  };

  /** One client from its login to its end. */
  const live = async ({ client, ended }: typeof current): Promise<void> => {
    client.once(Events.ClientReady, () => {
      isStarted = true;
      started.resolve();
    });
    client.on(Events.ShardDisconnect, ({ code }) => ended.reject(new DiscordStartError(fatalClose(code))));
    let isEnded = false;
    const dropped = (detail: Parameters<Report>[1]): void => {
      if (!isEnded) report('gateway-dropped', detail);
    };
    client.on(Events.ShardReconnecting, (shard) => dropped({ shard }));
    client.on(Events.ShardError, ({ message: reason }, shard) => dropped({ shard, reason }));
    // Without a listener, an error would end the process.
    client.on(Events.Error, ({ message }) => report('unreachable', { reason: message }));
    listen(client);
    // Nothing else forgets channels of direct messages.
    const swept = setInterval(() => client.channels.cache.sweep((one) => one.isDMBased()), HOUR_MS).unref();
    try {
      await Promise.race([client.login(token), ended.promise]);
      await ended.promise;
    } finally {
      clearInterval(swept);
      isEnded = true;
      await client.destroy();
      // Replies that are under way are still shown.
      client.rest.setToken(token);
    }
  };
  const run = async (): Promise<never> => {
    for (let failures = 0; ; failures += 1) {
      try {
        await live(current);
      } catch (error) {
        if (error instanceof DiscordStartError) throw error;
        const isRefused = error instanceof Error && 'code' in error && error.code === 'TokenInvalid';
        if (isRefused) throw new DiscordStartError(TOKEN_REFUSED);
        report('unreachable', { reason: faultOf(error).message });
        await clock.sleep(pauseAfter(failures), stopped.signal);
      }
      stopped.signal.throwIfAborted();
      const { renewed } = current;
      current = begin();
      renewed.abort();
    }
  };

  /** By the current client, and by the next one if that takes its place meanwhile. */
  const attempt = async <T>(
    send: (client: Client<true>) => Promise<T>,
    pauses: readonly number[],
  ): Promise<T> => {
    const { client, renewed } = current;
    try {
      return await untilAborted(send(client as Client<true>), renewed.signal);
    } catch (error) {
      if (renewed.signal.aborted) return attempt(send, pauses);
      const fault = faultOf(error);
      const [pauseMs, ...later] = pauses;
      if (fault.code !== 'unreachable' || pauseMs === undefined) return fail(fault);
      await clock.sleep(pauseMs);
      return attempt(send, later);
    }
  };
  const fail = (fault: DiscordFault): never => {
    report(fault.code, { reason: fault.message });
    if (fault.code === 'token-refused') refuse(TOKEN_REFUSED);
    throw fault;
  };
  return {
    start: async () => {
      watchClock().catch(() => undefined);
      running = run().catch((error: unknown) => {
        started.reject(error);
        if (isStarted && error instanceof DiscordStartError) refuse(error.message);
        isOver = true;
      });
      await started.promise;
    },
    call: (send, { once = false } = {}) => attempt(send, once ? [] : CALL_AGAIN_AFTER_MS),
    connected: () => !isOver && isReady(),
    stop: async () => {
      isOver = true;
      stopped.abort();
      current.ended.resolve();
      await running;
    },
  };
}
