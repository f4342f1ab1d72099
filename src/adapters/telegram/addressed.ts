import type { Message, UserFromGetMe } from 'grammy/types';
import type { FileReference } from '../../core/options.ts';
import { asking, type CommandAsk, HAS_DIGIT, HAS_NUMBER, WORDLESS } from '../command-ask.ts';
import { fileIn } from './attachments.ts';

const COMMAND = /^\/(\w{1,64})(?:@(\w+))?(?:\s+([\s\S]*))?$/;

/** What the meaning of a message depends on. */
export interface Reader {
  readonly me: Pick<UserFromGetMe, 'id' | 'username'>;
  /** The command that takes messages without a command. */
  readonly textCommand: string;
}

/**
 * What a message asks that is no command for `bot.command`; undefined if it is not meant for the bot. In a private chat all is; in
 * a group a mention of the bot or a reply to it is, if it has a number or a file: people also talk about the bot ("thanks!").
 */
export function askOf(message: Message, reader: Reader): CommandAsk | undefined {
  const text = textOf(message);
  const command = textBehindCommand(text, reader);
  if (command !== undefined) return askAbout(command, message, reader);
  const [, unknown = '', bot, options = ''] = COMMAND.exec(text) ?? [];
  // The core says that nobody knows it, and what was meant.
  if (unknown !== '' && !HAS_DIGIT.test(text) && (isForBotAlone(message) || isName(bot, reader)))
    return asking(unknown.toLowerCase(), options);
  const rest = isName(bot, reader) ? text : withoutMention(text, reader);
  if (isForBotAlone(message)) {
    const ask = rest === undefined ? plainAsk(text, message, reader) : askAbout(rest, message, reader);
    return isBare(ask) ? asking(reader.textCommand, WORDLESS) : ask;
  }
  if (rest !== undefined) return ifThereIsSomething(askAbout(rest, message, reader));
  if (!isReplyToBot(message, reader)) return undefined;
  return ifThereIsSomething(asking(reader.textCommand, text, fileIn(message)));
}

/** What a message to the bot asks: by its text and file, or those of the message it replies to, here or in another chat. */
export function askAbout(
  text: string,
  message: Message,
  { textCommand }: Pick<Reader, 'textCommand'>,
): CommandAsk {
  const { reply_to_message: replied, quote } = message;
  if (HAS_NUMBER.test(text)) return asking(textCommand, text, fileIn(message));
  const numbers = quote?.text ?? (replied === undefined ? '' : textOf(replied));
  const both = [text, numbers].filter((part) => part.trim() !== '').join('\n');
  return asking(textCommand, both, fileIn(message) ?? repliedFile(message));
}

/** In a private chat a reply to the bot is about the bot's answer ("thanks!"), any other about the message it replies to. */
function plainAsk(text: string, message: Message, reader: Reader): CommandAsk {
  return isReplyToBot(message, reader)
    ? asking(reader.textCommand, text, fileIn(message))
    : askAbout(text, message, reader);
}

function repliedFile({
  reply_to_message: replied,
  external_reply: external,
}: Message): FileReference | undefined {
  return fileIn(replied ?? {}) ?? fileIn(external ?? {});
}

/** Whether an ask has a number or a file. */
export function ifThereIsSomething(ask: CommandAsk | undefined): CommandAsk | undefined {
  if (ask?.options.kind !== 'text') return undefined;
  return ask.options.file !== undefined || HAS_DIGIT.test(ask.options.text) ? ask : undefined;
}

function isBare({ options }: CommandAsk): boolean {
  return options.kind === 'text' && options.text === '' && options.file === undefined;
}

/** Whether only the sender and the bot read the message. */
function isForBotAlone({ chat, ephemeral_message_id }: Message): boolean {
  return chat.type === 'private' || ephemeral_message_id !== undefined;
}

export function textOf({ text, caption }: Message): string {
  return text ?? caption ?? '';
}

/**
 * The text behind the command in a caption or an edited message, or behind one without a space (`/imei3520…`), all of which
 * `bot.command` does not take. undefined if there is none for this bot.
 */
function textBehindCommand(text: string, { me, textCommand }: Reader): string | undefined {
  const [typed, name] = new RegExp(`^\\s*/${textCommand}(?![a-z])_?(?:@(\\w+))?\\s*`, 'i').exec(text) ?? [];
  const isOurs = name === undefined || isName(name, { me });
  return typed !== undefined && isOurs ? text.slice(typed.length) : undefined;
}

function isName(name: string | undefined, { me }: Pick<Reader, 'me'>): boolean {
  return name?.toLowerCase() === me.username.toLowerCase();
}

/** The text without the mention of the bot; undefined if there is none. */
export function withoutMention(text: string, { me }: Pick<Reader, 'me'>): string | undefined {
  const mention = new RegExp(`(?<![\\w/@])@${me.username}(?!\\w)`, 'i');
  return mention.test(text) ? text.replace(mention, ' ').trim() : undefined;
}

/** All messages of a topic count as replies to its first one, which means nothing. */
function isReplyToBot({ reply_to_message: replied }: Message, { me }: Reader): boolean {
  return replied?.from?.id === me.id && replied.forum_topic_created === undefined;
}
