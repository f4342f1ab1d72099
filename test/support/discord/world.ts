import type { Clock } from '../../../src/core/time/clock.ts';
import type { LooseMessage, LooseModal } from './limits.ts';

export const TOKEN = 'a-bot-token';
export const GUILD = '600000000000000006';
export const ROLE = '700000000000000007';
export const APPLICATION = '200000000000000001';
export const EPHEMERAL = 64;
const LOADING = 128;

export interface WorldMessage {
  readonly id: string;
  readonly channel: string;
  /** The only reader; undefined if everybody sees the message. */
  readonly only: string | undefined;
  loading: boolean;
  body: LooseMessage;
  files: readonly { readonly name: string; readonly text: string }[];
  /** Whether the message responds to an interaction. */
  readonly ofInteraction?: boolean;
}

/** The permissions that the bot lacks in a channel. */
export type Forbidden = 'send' | 'embed';

/** "Bitwise Permission Flags". */
const PERMISSIONS: Readonly<Record<Forbidden, bigint>> = { send: 1n << 11n, embed: 1n << 14n };
/** Also the permissions to see the channel, attach files and read earlier messages. */
const ALL_PERMISSIONS =
  (1n << 10n) |
  (1n << 15n) |
  (1n << 16n) |
  Object.values(PERMISSIONS).reduce((bits, permission) => bits | permission);

/** The channel of direct messages with a person. */
export function directChannelOf(user: string): string {
  return `${DM}${user}`;
}

/** The person of a channel of direct messages; undefined for another channel. */
export function personIn(channel: string): string | undefined {
  return channel.startsWith(DM) ? channel.slice(DM.length) : undefined;
}

const DM = '9';

export interface WorldInteraction {
  readonly id: string;
  readonly token: string;
  readonly user: string;
  readonly channel: string;
  /** When the interaction began, in milliseconds since 1970. */
  readonly at: number;
  /** The message whose button was pressed. */
  readonly pressed?: WorldMessage | undefined;
  acknowledged: boolean;
  original?: WorldMessage | undefined;
  choices?: readonly { readonly name: string; readonly value: string }[];
  /** Whether the interaction submits a form. */
  readonly isForm?: boolean;
  /** The form that the bot opened. */
  form?: LooseModal;
}

/** The state of Discord: people, channels, messages, running interactions. */
export type World = ReturnType<typeof createWorld>;

/** Discord's ids begin with the milliseconds since then. */
const DISCORD_EPOCH_MS = 1_420_070_400_000n;

export function createWorld(clock: Clock, gatewayUrl: () => string) {
  // Ids begin with the current time, as on Discord: none is the same as in an earlier start.
  let counter = (BigInt(Math.floor(clock.now())) - DISCORD_EPOCH_MS) << 22n;
  const nextId = (): string => {
    counter += 1n;
    return String(counter);
  };
  const messages: WorldMessage[] = [];
  const interactions = new Map<string, WorldInteraction>();
  return {
    clock,
    gatewayUrl,
    nextId,
    /** The messages of the bot. */
    messages,
    /** The messages of the bot with a nonce, also deleted ones. */
    nonces: new Map<string, WorldMessage>(),
    /** The messages of people, by id. */
    said: new Map<string, object>(),
    /** By their token. */
    interactions,
    /** The attachments of people, by their paths. */
    attachments: new Map<string, Uint8Array>(),
    /** The registered commands, as Discord returns them. */
    commands: [] as readonly { readonly name?: string; readonly id: string }[],
    closedDms: new Set<string>(),
    /** By the channel. */
    forbidden: new Map<string, readonly Forbidden[]>(),
    /** The channel or category that a channel is in. */
    parents: new Map<string, string>(),
    /** The channel of each typing signal. */
    typed: [] as string[],
    shards: 1,
    tokenIsGood: true,
    /** Begins an interaction, which the bot has to acknowledge within 3 seconds. */
    begin: (
      given: Pick<WorldInteraction, 'user' | 'channel' | 'isForm' | 'pressed'>,
    ): WorldInteraction => {
      const id = nextId();
      const interaction = {
        ...given,
        id,
        token: `token-${id}`,
        at: clock.now(),
        acknowledged: false,
      };
      interactions.set(interaction.token, interaction);
      return interaction;
    },
    post: (given: Omit<WorldMessage, 'id'>): WorldMessage => {
      const message = { id: nextId(), ...given };
      messages.push(message);
      return message;
    },
  };
}

/** A message as Discord describes it. */
export function shapeOf({ id, channel, loading, only, body }: WorldMessage): object {
  const flags = (loading ? LOADING : 0) + (only === undefined ? 0 : EPHEMERAL);
  return { ...body, id, channel_id: channel, flags, type: 0, author: botShape() };
}

/** The bot's user. */
export function botShape(): object {
  return { id: APPLICATION, username: 'imei-bot', discriminator: '0', bot: true };
}

/** A channel as Discord describes it: of direct messages with a person, or of the server. */
export function channelShape({ parents, forbidden }: World, id: string): object {
  const person = personIn(id);
  if (person !== undefined) {
    return {
      id,
      type: 1,
      last_message_id: null,
      recipients: [{ id: person, username: 'someone' }],
    };
  }
  const deny = (forbidden.get(id) ?? []).reduce((bits, action) => bits | PERMISSIONS[action], 0n);
  return {
    id,
    guild_id: GUILD,
    type: 0,
    name: 'a channel',
    position: 0,
    parent_id: parents.get(id) ?? null,
    permission_overwrites:
      deny === 0n ? [] : [{ id: GUILD, type: 0, allow: '0', deny: String(deny) }],
  };
}

/** The server that the bot is on, as the gateway sends it. */
export function guildShape(world: World, channels: readonly string[]): { readonly id: string } {
  const permissions = String(ALL_PERMISSIONS);
  return {
    id: GUILD,
    name: 'A server',
    owner_id: '1',
    member_count: 3,
    features: [],
    emojis: [],
    stickers: [],
    roles: [GUILD, ROLE].map((id) => ({ id, name: 'a role', permissions, position: 0 })),
    channels: channels.map((id) => channelShape(world, id)),
    members: [{ user: botShape(), roles: [], joined_at: new Date(0).toISOString(), flags: 0 }],
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
  } as { readonly id: string };
}
