import type { GatewayMessageCreateDispatchData } from 'discord-api-types/v10';
import type { FileReference } from '../../../core/options.ts';
import { asking, type CommandAsk, HAS_DIGIT, HAS_NUMBER, WORDLESS } from '../../command-ask.ts';
import { ChannelType, MessageFlags, MessageType } from '../sdk.ts';
import { attachmentOf, filesOfMessage, textOfMessage } from './message-content.ts';

/** What people write; all else is written by Discord ("somebody pinned a message") or shows a command of an app. */
const WRITTEN: readonly Message['type'][] = [MessageType.Default, MessageType.Reply];
/** Mentions, emoji and times as Discord writes them, whose ids look like numbers. */
const MARKUP = /<(?:@[!&]?|#|a?:\w{1,64}:|t:|id:|\/[^<>:]{1,100}:)[\w:+-]{0,40}>/gu;

type Message = GatewayMessageCreateDispatchData;

/** What the meaning of a message depends on. */
export interface MessageContext {
  /** The id of the bot's user. */
  readonly me: string;
  readonly commandNames: readonly string[];
  /** The command that takes messages without a command. */
  readonly textCommand: string;
}

/** Whether a message came in the direct messages with the bot. */
export function isDirect({ guild_id: guild, channel_type: type = ChannelType.DM }: Message): boolean {
  return guild === undefined && type === ChannelType.DM;
}

/**
 * Whether a person means the bot with a message: in direct messages, or on a server by a mention or a reply with a ping. A
 * mention of everyone or of a role means others as well, so it is none of the bot.
 */
export function isMeant(message: Message, me: string): boolean {
  if (!isWrittenByPerson(message)) return false;
  return (
    isDirect(message) || (message.guild_id !== undefined && message.mentions.some(({ id }) => id === me))
  );
}

/**
 * What a message asks that means the bot: anything in direct messages; on a server what has a number, a file or a command,
 * since people also talk about the bot ("thanks!").
 */
export function askOf(message: Message, context: MessageContext): CommandAsk | undefined {
  if (isDirect(message)) return askIn(message, context) ?? asking(context.textCommand, WORDLESS);
  return askIn(message, context, HAS_DIGIT);
}

function isWrittenByPerson({ author, webhook_id: webhook, type, flags }: Message): boolean {
  return (
    author.bot !== true &&
    author.system !== true &&
    webhook === undefined &&
    WRITTEN.includes(type) &&
    ((flags ?? 0) & MessageFlags.Ephemeral) === 0
  );
}

/** What the message asks by itself or, if it says nothing, what it replies to; undefined if there is nothing to ask. */
function askIn(
  message: Message,
  { commandNames, textCommand, me }: MessageContext,
  says = /\S/u,
): CommandAsk | undefined {
  const text = textIn(message);
  const [, name = '', rest = ''] = /^\/([a-z]{1,32})(?:\s+([\s\S]*))?$/iu.exec(text) ?? [];
  const command = commandNames.find((one) => one === name.toLowerCase());
  const file = fileIn(message);
  if (command !== undefined) return asking(command, rest, command === textCommand ? file : undefined);
  // Mistyped: the answer names the command that was most likely meant.
  if (name !== '' && isDirect(message) && file === undefined && !HAS_DIGIT.test(text))
    return asking(name.toLowerCase(), rest);
  const replied = message.referenced_message ?? undefined;
  // Its own answers have nothing new to ask.
  const numbers =
    replied === undefined || replied.author.id === me || HAS_NUMBER.test(text) ? undefined : replied;
  const whole =
    numbers === undefined ? text : [text, shownIn(numbers)].filter((part) => part !== '').join('\n');
  const sent = file ?? (numbers === undefined ? undefined : fileIn(numbers));
  return sent !== undefined || says.test(whole) ? asking(textCommand, whole, sent) : undefined;
}

type Written = Pick<Message, 'content' | 'attachments' | 'components' | 'message_snapshots'>;

/** What a person wrote or forwarded; previews of links are not theirs. */
function textIn(message: Message): string {
  return shownIn({ ...message, embeds: [], components: [] });
}

/** All text that a message shows: bots write into embeds and components. */
function shownIn(message: Parameters<typeof textOfMessage>[0]): string {
  return textOfMessage(message).replace(MARKUP, ' ').trim();
}

/** What can be read of its files; if that is nothing, the first one, so that its sender is told. */
function fileIn(message: Written): FileReference | undefined {
  const readable = filesOfMessage(message);
  const [first] = message.attachments;
  return readable ?? (first && attachmentOf(first));
}
