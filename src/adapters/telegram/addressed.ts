import type { Message, UserFromGetMe } from 'grammy/types';
import { asking, type CommandAsk, HAS_DIGIT, HAS_NUMBER, WORDLESS } from '../command-ask.ts';
import { fileIn } from './attachments.ts';

const COMMAND = /^\/(\w{1,64})(?:@(\w+))?(?:\s+([\s\S]*))?$/;

type Me = Pick<UserFromGetMe, 'id' | 'username'>;

/**
 * What a message asks that is not a command for `bot.command`; undefined if it is not meant for the bot. In a private chat all is; in
 * a group a mention of the bot or a reply to it is, if it has a number or a file: people also talk about the bot ("thanks!").
 * @param textCommand the command that takes messages without a command
 */
export function askOf(message: Message, me: Me, textCommand: string): CommandAsk | undefined {
  const text = textOf(message);
  const isForBotAlone = message.chat.type === 'private' || message.ephemeral_message_id !== undefined;
  const options = textBehindCommand(text, me, textCommand);
  if (options !== undefined) return askAbout(options, message, textCommand);
  const [, unknown, bot, rest = ''] = COMMAND.exec(text) ?? [];
  const isNamed = isName(bot, me);
  // The core says that nobody knows it, and what was meant.
  if (unknown !== undefined && !HAS_DIGIT.test(text) && (isForBotAlone || isNamed))
    return asking(unknown.toLowerCase(), rest);
  const mentioned = isNamed ? text : withoutMention(text, me);
  const own = asking(textCommand, text, fileIn(message));
  // A reply to the bot is about the bot's answer, any other about the message it replies to.
  const isReply = isReplyToBot(message, me);
  const ask = mentioned === undefined && isReply ? own : askAbout(mentioned ?? text, message, textCommand);
  if (isForBotAlone) return isBare(ask) ? asking(textCommand, WORDLESS) : ask;
  return mentioned !== undefined || isReply ? ifThereIsSomething(ask) : undefined;
}

/** What a message to the bot asks: by its text and file, or those of the message it replies to, here or in another chat. */
export function askAbout(text: string, message: Message, textCommand: string): CommandAsk {
  if (HAS_NUMBER.test(text)) return asking(textCommand, text, fileIn(message));
  const { reply_to_message: replied, external_reply: external, quote } = message;
  const numbers = quote?.text ?? (replied === undefined ? '' : textOf(replied));
  const both = [text, numbers].filter((part) => part.trim() !== '').join('\n');
  return asking(textCommand, both, fileIn(message) ?? fileIn(replied ?? {}) ?? fileIn(external ?? {}));
}

/** Whether an ask has a number or a file. */
export function ifThereIsSomething(ask: CommandAsk | undefined): CommandAsk | undefined {
  if (ask?.options.kind !== 'text') return undefined;
  return ask.options.file !== undefined || HAS_DIGIT.test(ask.options.text) ? ask : undefined;
}

function isBare({ options }: CommandAsk): boolean {
  return options.kind === 'text' && options.text === '' && options.file === undefined;
}

export function textOf({ text, caption }: Message): string {
  return text ?? caption ?? '';
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
