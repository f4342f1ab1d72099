import {
  APPLICATION,
  botShape,
  directChannelOf,
  GUILD,
  ROLE,
  type World,
  type WorldMessage,
} from './world.ts';

export const ASKER = '100000000000000007';
export const OTHER = '100000000000000008';
export const CHANNEL = '500000000000000005';

/** A message, its author and its channel: by default the asker, in direct messages. */
export interface Saying {
  readonly user?: string;
  /** On a server; in the direct messages with the bot without it. */
  readonly channel?: string;
  /** Written before the text: `<@id>` of the bot, of everyone, of a role. */
  readonly mention?: 'bot' | 'everyone' | 'role';
  readonly replyTo?: WorldMessage | Shown;
  readonly attachments?: readonly object[];
  /** The message that it forwards. */
  readonly forwarded?: { readonly content: string };
  /** Who wrote it; undefined for a person. */
  readonly by?: 'bot' | 'webhook';
  /** Discord's number of the kind of message, such as 6 for a pin. */
  readonly type?: number;
}

/** The content of a message of another person. */
type Shown = {
  readonly [part in 'attachments' | 'embeds' | 'components']?: readonly object[];
} & { readonly content?: string };

/** A message as the gateway sends it. */
export type SaidMessage = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * What the gateway sends to a bot without the privileged intent. Discord's documentation, "Message
 * Content Intent": such apps "receive empty values in fields that contain user-inputted content
 * with a few exceptions", among them "content in DMs with the app" and "content in which the app is
 * mentioned". A reply to the response to an interaction "never counts as a ping", after
 * discord/discord-api-docs#5395.
 */
export function messageOf(
  world: World,
  text: string,
  saying: Saying = {},
  id = world.nextId(),
): SaidMessage {
  const { user = ASKER, channel, mention, replyTo, by, type } = saying;
  const isPing = mention === 'bot' || pingsByReply(saying);
  return {
    id,
    ...(channel === undefined
      ? { channel_id: directChannelOf(user), channel_type: 1 }
      : {
          channel_id: channel,
          channel_type: 0,
          guild_id: GUILD,
          member: { roles: [ROLE], joined_at: new Date(0).toISOString(), flags: 0 },
        }),
    author: {
      id: user,
      username: 'someone',
      discriminator: '0',
      ...(by === 'bot' && { bot: true }),
    },
    ...(by === 'webhook' && { webhook_id: '1' }),
    type: type ?? (replyTo === undefined ? 0 : 19),
    flags: 0,
    tts: false,
    pinned: false,
    timestamp: new Date(world.clock.now()).toISOString(),
    edited_timestamp: null,
    mentions: isPing ? [botShape()] : [],
    mention_everyone: mention === 'everyone',
    mention_roles: mention === 'role' ? [ROLE] : [],
    ...contentOf(text, saying, channel === undefined || isPing),
  };
}

const BEFORE = { bot: `<@${APPLICATION}> `, everyone: '@everyone ', role: `<@&${ROLE}> ` };
const NOTHING = { content: '', attachments: [], embeds: [], components: [] };

function pingsByReply({ replyTo }: Saying): boolean {
  return replyTo !== undefined && 'body' in replyTo && replyTo.ofInteraction !== true;
}

function contentOf(text: string, saying: Saying, isSeen: boolean): object {
  const { mention, attachments = [], forwarded, replyTo } = saying;
  const own = { content: `${mention === undefined ? '' : BEFORE[mention]}${text}`, attachments };
  return {
    ...NOTHING,
    ...(isSeen && own),
    ...(isSeen &&
      forwarded !== undefined && {
        message_reference: { type: 1, message_id: '2', channel_id: '3' },
        message_snapshots: [{ message: { ...NOTHING, ...forwarded } }],
      }),
    ...(replyTo !== undefined && referring(repliedTo(replyTo, isSeen))),
  };
}

function referring(message: { readonly id: string }): object {
  return { message_reference: { message_id: message.id }, referenced_message: message };
}

function repliedTo(
  message: NonNullable<Saying['replyTo']>,
  isSeen: boolean,
): { readonly id: string; readonly [part: string]: unknown } {
  if ('body' in message) {
    return {
      ...NOTHING,
      id: message.id,
      content: message.body.content ?? '',
      embeds: message.body.embeds ?? [],
      components: message.body.components ?? [],
      author: { id: APPLICATION },
    };
  }
  return { ...NOTHING, id: '1', author: { id: OTHER }, ...(isSeen && message) };
}
