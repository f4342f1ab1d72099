import type { RESTOptions } from '@discordjs/rest';
import type { SessionInfo } from '@discordjs/ws';
import type {
  APIInteraction,
  GatewayDispatchPayload,
  GatewayMessageCreateDispatchData,
} from 'discord-api-types/v10';
import type { Clock } from '../../../core/clock.ts';
import { FATAL_CLOSES } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  REST,
  WebSocketManager,
  WebSocketShardEvents,
} from '../sdk.ts';
import { startError } from '../start-error.ts';
import { createHeartbeats } from './heartbeats.ts';

/**
 * Interactions come without any intent; direct messages, and messages on servers, need these. Neither is privileged: without
 * the privileged one, what people write on servers comes empty, but for messages that mention the bot.
 */
const INTENTS = GatewayIntentBits.DirectMessages | GatewayIntentBits.GuildMessages;

/** What {@link createConnection} works with. */
export interface ConnectionNeeds {
  readonly token: string;
  readonly apiUrl: string;
  /** What Discord is called through; directly without it. */
  readonly dispatcher?: RESTOptions['agent'] | undefined;
  readonly clock: Clock;
  readonly report: ReportIncident;
  /** Called with each interaction; must not throw. */
  readonly onInteraction: (interaction: APIInteraction) => void;
  /** Called with each message the bot is told of, new or edited, most of them without content; `me` is its user's id. Must not throw. */
  readonly onMessage: (message: GatewayMessageCreateDispatchData, me: string) => void;
  /** Called if a connection that once worked is permanently lost; `reason` tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
}

/** Who the bot is on Discord. */
export interface BotIdentity {
  /** The application's id. */
  readonly application: string;
  /** The id of its user, which differs from the application's for old bots. */
  readonly user: string;
}

/** One connection of all shards, as many as Discord recommends, from its login to its end. */
export interface Connection {
  /** Resolves once all shards are connected; rejects with `DiscordStartError` if Discord refuses one for good. */
  login(): Promise<BotIdentity>;
  /** Whether all shards are connected and answer heartbeats. */
  isConnected(): boolean;
  /** Whether every shard is connected or closed for good. */
  isSettled(): boolean;
  /**
   * Closes it. If a shard is closed while connecting, the library connects it some moments later all the same and leaves it
   * connected; so this waits until all are settled.
   */
  end(): Promise<void>;
}

/** What is known of the shards of a connection. */
interface Known {
  readonly states: Map<number, 'connecting' | 'ready' | 'refused'>;
  /** When each shard sent the last heartbeat that was answered, by the time of day. */
  readonly beats: Map<number, number>;
  identity: BotIdentity | undefined;
}

/** Creates a connection that is not logged in. */
export function createConnection(needs: ConnectionNeeds): Connection {
  const manager = createManager(needs);
  const heartbeats = createHeartbeats(needs.clock);
  const known: Known = { states: new Map(), beats: new Map(), identity: undefined };
  const refused = listen(manager, known, needs);
  const isSettled = (): boolean => [...known.states.values()].every((state) => state !== 'connecting');
  return {
    login: async () => {
      for (const shard of await manager.getShardIds()) known.states.set(shard, 'connecting');
      const connected = manager.connect();
      connected.catch(() => undefined); // A refusal comes first and says more.
      await Promise.race([refused.whileConnecting, connected]);
      refused.hasConnected();
      if (known.identity === undefined) throw new Error('Discord did not say which application this is');
      return known.identity;
    },
    isConnected: () =>
      known.states.size > 0 &&
      [...known.states].every(
        ([shard, state]) => state === 'ready' && heartbeats.areAnswered(shard, known.beats.get(shard) ?? -1),
      ),
    isSettled,
    end: async () => {
      refused.leave();
      if (!isSettled()) await whenSettled(manager, isSettled);
      await manager.destroy();
    },
  };
}

function createManager({ token, apiUrl, dispatcher = null }: ConnectionNeeds): WebSocketManager {
  // The library's own memory of sessions is shared by all connections of a process.
  const sessions = new Map<number, SessionInfo>();
  return new WebSocketManager({
    token,
    intents: INTENTS,
    rest: new REST({
      api: apiUrl,
      agent: dispatcher,
      hashSweepInterval: 0,
      handlerSweepInterval: 0,
    }).setToken(token),
    retrieveSessionInfo: (shard) => sessions.get(shard) ?? null,
    updateSessionInfo: (shard, session) => {
      if (session === null) sessions.delete(shard);
      else sessions.set(shard, session);
    },
  });
}

interface Refusal {
  /** Rejects if a shard is refused for good before all were connected. */
  readonly whileConnecting: Promise<never>;
  /** From now on a refusal is fatal. */
  hasConnected(): void;
  /** From now on a shard that is closed is no news. */
  leave(): void;
}

function listen(manager: WebSocketManager, known: Known, needs: ConnectionNeeds): Refusal {
  const { report, onFatal } = needs;
  let stage: 'connecting' | 'connected' | 'left' = 'connecting';
  const ready = new Set<number>();
  manager.on(WebSocketShardEvents.Ready, ({ data, shardId: shard }) => {
    known.states.set(shard, 'ready');
    known.identity = { application: data.application.id, user: data.user.id };
    if (ready.has(shard)) report('session-lost', { shard });
    ready.add(shard);
  });
  manager.on(WebSocketShardEvents.Resumed, ({ shardId: shard }) => {
    known.states.set(shard, 'ready');
    report('gateway-resumed', { shard });
  });
  manager.on(WebSocketShardEvents.HeartbeatComplete, ({ heartbeatAt, shardId: shard }) => {
    known.beats.set(shard, heartbeatAt);
  });
  manager.on(WebSocketShardEvents.Error, ({ error, shardId: shard }) =>
    report('gateway-error', { shard, reason: error.message }),
  );
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => handOn(data, known, needs));
  const whileConnecting = new Promise<never>((_, reject) => {
    manager.on(WebSocketShardEvents.Closed, ({ code, shardId: shard }) => {
      const reason = FATAL_CLOSES.get(code);
      known.states.set(shard, reason === undefined ? 'connecting' : 'refused');
      if (stage === 'left') return;
      if (reason === undefined) return report('gateway-dropped', { shard });
      if (stage === 'connected') return onFatal(reason);
      const problem = code === GatewayCloseCodes.AuthenticationFailed ? 'token-refused' : 'gateway-refused';
      reject(startError(problem, reason));
    });
  });
  whileConnecting.catch(() => undefined); // It is raced; once that is over nobody listens any more.
  return {
    whileConnecting,
    hasConnected: () => {
      stage = 'connected';
    },
    leave: () => {
      stage = 'left';
    },
  };
}

function handOn(
  { t: event, d: data }: GatewayDispatchPayload,
  { identity }: Known,
  { onInteraction, onMessage }: ConnectionNeeds,
): void {
  if (event === GatewayDispatchEvents.InteractionCreate) onInteraction(data);
  const isWritten =
    event === GatewayDispatchEvents.MessageCreate ||
    (event === GatewayDispatchEvents.MessageUpdate && isEdited(data));
  if (isWritten && identity !== undefined) onMessage(data, identity.user);
}

/** Whether somebody has written it anew: Discord also tells of a message, in full, that is pinned or whose link has a preview. */
function isEdited({ edited_timestamp: at }: { readonly edited_timestamp?: string | null }): boolean {
  return typeof at === 'string';
}

function whenSettled(manager: WebSocketManager, isSettled: () => boolean): Promise<void> {
  const { Ready, Resumed, Closed } = WebSocketShardEvents;
  return new Promise((resolve) => {
    const look = (): void => {
      if (isSettled()) resolve();
    };
    for (const event of [Ready, Resumed, Closed] as const) manager.on(event, () => setImmediate(look));
  });
}
