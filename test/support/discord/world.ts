import type { Clock } from '../../../src/core/clock.ts';
import type { LooseMessage, LooseModal } from './limits.ts';

export const TOKEN = 'a-bot-token';
export const APPLICATION = '200000000000000001';
export const EPHEMERAL = 64;
const LOADING = 128;

export interface WorldMessage {
  readonly id: string;
  readonly channel: string;
  /** Who alone can see it; everyone when absent. */
  readonly only: string | undefined;
  loading: boolean;
  body: LooseMessage;
  files: readonly { readonly name: string; readonly text: string }[];
  /** It responds to an interaction; otherwise the bot wrote it by itself. */
  readonly ofInteraction?: boolean;
}

/** What the bot may not do in a channel. */
export type Forbidden = 'send' | 'embed' | 'attach' | 'history';

/** The channel of direct messages with a person. */
export function directChannelOf(user: string): string {
  return `${DM}${user}`;
}

/** With whom the channel is one of direct messages; undefined if it is another one. */
export function personIn(channel: string): string | undefined {
  return channel.startsWith(DM) ? channel.slice(DM.length) : undefined;
}

const DM = '9';

export interface WorldInteraction {
  readonly id: string;
  readonly token: string;
  readonly user: string;
  readonly channel: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** The message whose button was pressed. */
  readonly pressed?: WorldMessage;
  acknowledged: boolean;
  original?: WorldMessage | undefined;
  choices?: readonly { readonly name: string; readonly value: string }[];
  /** It brings what was filled into a form. */
  readonly isForm?: boolean;
  /** The form that was opened for it. */
  form?: LooseModal;
}

/** What there is on Discord: people, channels, messages, interactions under way. */
export interface World {
  readonly clock: Clock;
  readonly gatewayUrl: () => string;
  readonly messages: WorldMessage[];
  /** By their token. */
  readonly interactions: Map<string, WorldInteraction>;
  /** What people attached, by its path at the place for attachments. */
  readonly attachments: Map<string, Uint8Array>;
  /** What is registered, by the path of the call, as Discord gives it back. */
  readonly commands: Map<string, readonly object[]>;
  readonly closedDms: Set<string>;
  readonly closedChannels: Set<string>;
  /** By the channel. */
  readonly forbidden: Map<string, readonly Forbidden[]>;
  /** The channel or category that a channel is in. */
  readonly parents: Map<string, string>;
  /** Where the bot was typing, each time. */
  readonly typed: string[];
  sessionStarts: number;
  shards: number;
  tokenIsGood: boolean;
  /** What the application says of itself. */
  description: string;
  /** What the application may have, such as privileged intents. */
  flags: number;
  nextId(): string;
  /** Takes an interaction in, to be acknowledged within 3 s. */
  begin(
    given: Pick<WorldInteraction, 'user' | 'channel' | 'isForm'> & { readonly pressed?: WorldMessage },
  ): WorldInteraction;
  post(message: Omit<WorldMessage, 'id'>): WorldMessage;
}

export function createWorld(clock: Clock, gatewayUrl: () => string): World {
  let counter = 300_000_000_000_000_000n;
  const nextId = (): string => {
    counter += 1n;
    return String(counter);
  };
  const messages: WorldMessage[] = [];
  const interactions = new Map<string, WorldInteraction>();
  return {
    clock,
    gatewayUrl,
    messages,
    interactions,
    attachments: new Map(),
    commands: new Map(),
    closedDms: new Set(),
    closedChannels: new Set(),
    forbidden: new Map(),
    parents: new Map(),
    typed: [],
    sessionStarts: 999,
    shards: 1,
    flags: 0,
    description: 'Phones of our shop',
    tokenIsGood: true,
    nextId,
    begin: (given) => {
      const id = nextId();
      const interaction = { ...given, id, token: `token-${id}`, at: clock.now(), acknowledged: false };
      interactions.set(interaction.token, interaction);
      return interaction;
    },
    post: (given) => {
      const message = { id: nextId(), ...given };
      messages.push(message);
      return message;
    },
  };
}

/** A message as Discord describes it. */
export function shapeOf({ id, channel, loading, only, body }: WorldMessage): object {
  const flags = (loading ? LOADING : 0) + (only === undefined ? 0 : EPHEMERAL);
  return { ...body, id, channel_id: channel, flags };
}
