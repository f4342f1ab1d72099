import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { APPLICATION } from './world.ts';

/**
 * "Gateway Opcodes" (docs.discord.com/developers/topics/opcodes-and-status-codes), here and
 * wherever `op` is a number.
 */
const HEARTBEAT = 1;
const HEARTBEAT_MS = 41_250;
export const IDENTIFY = 2;
export const RESUME = 6;
const INVALID_SESSION = 9;

/** "Payload Structure" (docs.discord.com/developers/events/gateway-events). */
interface Packet {
  readonly op: number;
  readonly d?: unknown;
  readonly s?: number;
  readonly t?: string;
}

/** A bot that is connected: which shard of how many, and what events it wants. */
interface Session {
  readonly shard: readonly [id: number, count: number];
  readonly intents: number;
}

/** What the bot sends to identify, or to resume. */
type Introduction = Partial<Session> & { readonly seq?: number; readonly session_id?: string };

/**
 * "List of Intents" (docs.discord.com/developers/events/gateway): messages come to those who ask
 * for them, on servers and in direct messages apart. What is not on the list, as interactions,
 * "will always be sent to your app".
 */
const GUILDS = 1;
const GUILD_MESSAGES = 1 << 9;
const DIRECT_MESSAGES = 1 << 12;

interface GatewayOptions {
  /** The servers the bot is on, each with its channels and roles. */
  readonly guilds: () => readonly { readonly id: string }[];
  /** Called when somebody is connected. */
  readonly onIdentified?: (() => void) | undefined;
}

/**
 * The gateway: hello, identify, ready, heartbeats, resume with all that was missed. By "Connection
 * Lifecycle", "Resuming" and "Sharding" of docs.discord.com/developers/events/gateway.
 */
export function createGatewayServer(http: Server, { guilds, onIdentified }: GatewayOptions) {
  const sockets = new WebSocketServer({ server: http });
  const received: number[] = [];
  const identified: unknown[] = [];
  const sent: Packet[] = [];
  let sequence = 0;
  let current: WebSocket | undefined;
  const sessions = new Map<string, Session>();
  const listening = new Map<WebSocket, Session>();
  const send = (packet: Packet, socket = current): void => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(packet));
  };
  const event = (t: string, d: unknown): Packet => {
    sequence += 1;
    return { op: 0, t, d, s: sequence };
  };
  const identify = (socket: WebSocket, as: Session): void => {
    if (gateway.refuseWith !== undefined) {
      socket.close(gateway.refuseWith);
      return;
    }
    const session = `session-${sessions.size + 1}`;
    sessions.set(session, as);
    listening.set(socket, as);
    sent.length = 0;
    const url = address(http);
    send(
      event('READY', {
        v: 10,
        user: { id: APPLICATION, username: 'imei-bot', discriminator: '0' },
        guilds: guilds().map(({ id }) => ({ id, unavailable: true })),
        session_id: session,
        resume_gateway_url: url,
        application: { id: APPLICATION, flags: 0 },
      }),
      socket,
    );
    if ((as.intents & GUILDS) !== 0) {
      for (const guild of guilds()) send(event('GUILD_CREATE', guild), socket);
    }
    onIdentified?.();
  };
  /**
   * "The Gateway will send the missed events in order, finishing with a Resumed event" ("Preparing
   * to Resume").
   */
  const resume = (socket: WebSocket, seen: number, session: string): void => {
    const as = sessions.get(session);
    if (as === undefined) {
      send({ op: INVALID_SESSION, d: false }, socket);
      return;
    }
    listening.set(socket, as);
    for (const packet of sent) if ((packet.s ?? 0) > seen) send(packet, socket);
    send(event('RESUMED', {}), socket);
  };
  const receive = (socket: WebSocket, { op, d }: { op: number; d?: Introduction | null }): void => {
    if (op === HEARTBEAT) return void send({ op: 11 }, socket);
    received.push(op);
    if (op === IDENTIFY) {
      identified.push(d);
      identify(socket, { shard: d?.shard ?? [0, 1], intents: d?.intents ?? 0 });
    }
    if (op === RESUME) resume(socket, d?.seq ?? 0, d?.session_id ?? '');
  };
  sockets.on('connection', (socket) => {
    current = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => listening.delete(socket));
    socket.on('message', (bytes) => receive(socket, JSON.parse(String(bytes))));
    send({ op: 10, d: { heartbeat_interval: HEARTBEAT_MS } }, socket);
  });
  const gateway = {
    /** The opcodes the bot sent, in their order, but for heartbeats: 2 identify, 6 resume. */
    received,
    /** What the bot sent each time it identified. */
    identified,
    /** Sends an event, now or when the session is resumed. */
    dispatch: (t: string, d: unknown): void => {
      const packet = event(t, d);
      sent.push(packet);
      for (const [socket, session] of listening) if (isFor(session, packet)) send(packet, socket);
    },
    /** Cuts the connection without a word. */
    drop: () => current?.terminate(),
    /** Closes with a code from "Gateway Close Event Codes", on the page of the opcodes. */
    close: (code: number) => current?.close(code),
    /** Closes the connection of a bot that identifies with this code. */
    refuseWith: undefined as number | undefined,
    shutDown: (): void => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
  return gateway;
}

/**
 * "Sharding Formula": `(guild_id >> 22) % num_shards`; events without a `guild_id` come on the
 * first shard alone.
 */
function isFor({ shard: [id, count], intents }: Session, { t: event, d: data }: Packet): boolean {
  const guild =
    typeof data === 'object' && data !== null && 'guild_id' in data ? data.guild_id : undefined;
  const needed = guild === undefined ? DIRECT_MESSAGES : GUILD_MESSAGES;
  if (event?.startsWith('MESSAGE_') && (intents & needed) === 0) return false;
  return id === (typeof guild === 'string' ? Number((BigInt(guild) >> 22n) % BigInt(count)) : 0);
}

export function address(http: Server): string {
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  return `ws://127.0.0.1:${bound.port}`;
}
