import type { Message, UserFromGetMe } from 'grammy/types';
import type { FileReference } from '../../core/options.ts';
import { type CommandAsk, commandAsk, HAS_DIGIT, HAS_NUMBER } from '../questions.ts';

const COMMAND = /^\/(\w{1,64})(?:@(\w+))?(?:\s+([\s\S]*))?$/;

type Me = Pick<UserFromGetMe, 'id' | 'username'>;

/**
 * What a message asks that is not a command for `bot.command`; undefined if it is not meant for the bot. In a private chat all is; in
 * a group a mention of the bot or a reply to it is, if it has a number or a file: people also talk about the bot ("thanks!").
 * @param textCommand the command that takes messages without a command
 */
export function readMessage(message: Message, me: Me, textCommand: string): CommandAsk | undefined {
  const text = textOf(message);
  const isForBotAlone = message.chat.type === 'private' || message.ephemeral_message_id !== undefined;
  const options = textBehindCommand(text, me, textCommand);
  if (options !== undefined) return readText(options, message, textCommand);
  const [, unknown = '', bot, rest = ''] = COMMAND.exec(text) ?? [];
  const isNamed = isName(bot, me);
  // The core says that nobody knows it, and what was meant.
  if (unknown !== '' && !HAS_DIGIT.test(text) && (isForBotAlone || isNamed))
    return commandAsk(unknown.toLowerCase(), rest);
  const mentioned = isNamed ? text : withoutMention(text, me);
  // A reply to the bot is about the bot's answer, any other about the message it replies to.
  const isReply = isReplyToBot(message, me);
  const own = commandAsk(textCommand, text, fileIn(message));
  const ask = mentioned === undefined && isReply ? own : readText(mentioned ?? text, message, textCommand);
  if (isForBotAlone) return ask;
  const isForBot = mentioned !== undefined || isReply;
  return isForBot && hasNumberOrFile(ask) ? ask : undefined;
}

/** What a message to the bot asks: by its text and file, or those of the message it replies to, here or in another chat. */
export function readText(text: string, message: Message, textCommand: string): CommandAsk {
  if (HAS_NUMBER.test(text)) return commandAsk(textCommand, text, fileIn(message));
  const { reply_to_message: replied, external_reply: external, quote } = message;
  const numbers = quote?.text ?? (replied === undefined ? '' : textOf(replied));
  const both = [text, numbers].filter((part) => part.trim() !== '').join('\n');
  return commandAsk(textCommand, both, fileIn(message) ?? fileIn(replied ?? {}) ?? fileIn(external ?? {}));
}

export function hasNumberOrFile({ options }: CommandAsk): boolean {
  return options.kind === 'text' && (options.file !== undefined || HAS_DIGIT.test(options.text));
}

export function textOf({ text, caption }: Message): string {
  return text ?? caption ?? '';
}

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn(
  message: Pick<Message, 'document' | 'animation' | 'photo'>,
): FileReference | undefined {
  const { document, animation, photo = [] } = message;
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  // A photo has several sizes, of which the largest has the most detail. Telegram converts every photo to JPEG.
  const [largest] = photo.toSorted((one, other) => other.width * other.height - one.width * one.height);
  const file = document ?? (largest && { ...largest, file_name: 'photo.jpg', mime_type: 'image/jpeg' });
  if (file === undefined) return undefined;
  const { file_id: location, file_name: name = 'file', file_size, mime_type } = file;
  return {
    ...{ name, location },
    ...(file_size !== undefined && { sizeBytes: file_size }),
    ...(mime_type !== undefined && { contentType: mime_type }),
  };
}

/**
 * The text behind the command in a caption or an edited message, or behind one without a space (`/imei3520…`), all of which
 * `bot.command` does not take. undefined if there is none for this bot.
 */
function textBehindCommand(text: string, me: Me, textCommand: string): string | undefined {
  const [typed, name] = new RegExp(`^\\s*/${textCommand}(?![a-z])_?(?:@(\\w+))?\\s*`, 'i').exec(text) ?? [];
  const isOurs = name === undefined || isName(name, me);
  return typed !== undefined && isOurs ? text.slice(typed.length) : undefined;
}

function isName(name: string | undefined, { username }: Me): boolean {
  return name?.toLowerCase() === username.toLowerCase();
}

/** The text without the mention of the bot; undefined if there is none. */
export function withoutMention(text: string, { username }: Me): string | undefined {
  const mention = new RegExp(`(?<![\\w/@])@${username}(?!\\w)`, 'i');
  return mention.test(text) ? text.replace(mention, ' ').trim() : undefined;
}

/** All messages of a topic count as replies to its first one, which means nothing. */
function isReplyToBot({ reply_to_message: replied }: Message, { id }: Me): boolean {
  return replied?.from?.id === id && replied.forum_topic_created === undefined;
}
