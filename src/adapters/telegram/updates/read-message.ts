import type { Message, UserFromGetMe } from 'grammy/types';
import type { FileReference } from '../../../core/options.ts';
import { typedPress } from '../../../format/words/typed-press.ts';
import { isAboutAnswer } from '../../../format/words/understood.ts';
import {
  type CommandInput,
  commandInput,
  copiedNumbers,
  HAS_DIGIT,
  HAS_NUMBER,
} from '../../command-input.ts';
import { PRESS_DATA } from '../render.ts';

const COMMAND = /^\/(\w{1,64})(?:@(\w+))?(?:\s+([\s\S]*))?$/;

type Me = Pick<UserFromGetMe, 'id' | 'username'>;

/** The bot that reads, and its command that takes messages without a command. */
export interface Reader {
  readonly me: Me;
  readonly textCommand: string;
}

/**
 * The input of a message that `bot.command` does not match; undefined if it is not for the bot. In
 * a private chat all are; in a group mentions of the bot and replies to it, if they have a number
 * or a file, or name a button of what they reply to: people also say "thanks!".
 */
export function readMessage(message: Message, reader: Reader): CommandInput | undefined {
  const { me, textCommand } = reader;
  const text = messageText(message);
  const isForBotAlone = isReadByBotAlone(message);
  const options = textBehindCommand(text, me, textCommand);
  if (options !== undefined) return readText(options, message, reader);
  const [, unknown = '', bot, rest = ''] = COMMAND.exec(text) ?? [];
  const isNamed = isName(bot, me);
  // The reply suggests the nearest command, unless there is a number.
  if (unknown !== '' && !HAS_DIGIT.test(unknown) && (isForBotAlone || isNamed))
    return commandInput(unknown.toLowerCase(), rest);
  const mentioned = isNamed ? text : withoutMention(text, me);
  const words = mentioned ?? text;
  // Where others read, the number in that answer is masked, so that only its button can find it.
  if (!isForBotAlone && isTypedPress(words, message, me)) return commandInput(textCommand, words);
  const isReply = isReplyToBot(message, me);
  // A reply to the bot stands for itself, unless it asks for more of that answer.
  const input =
    mentioned === undefined && isReply && !isAboutAnswer(text)
      ? commandInput(textCommand, text, fileIn(message))
      : readText(words, message, reader);
  if (isForBotAlone) return input;
  const isForBot = mentioned !== undefined || isReply;
  return isForBot && hasNumberOrFile(input) ? input : undefined;
}

/**
 * The input of a message to the bot: its text and file, or those of the message it replies to, here
 * or in another chat.
 */
export function readText(
  text: string,
  message: Message,
  { me, textCommand }: Reader,
): CommandInput {
  if (HAS_NUMBER.test(text)) return commandInput(textCommand, text, fileIn(message));
  const { reply_to_message: replied, external_reply: external, quote } = message;
  const isOurs = replied?.from?.id === me.id;
  const numbers = isOurs ? numbersOfOurs(replied, quote?.text) : textRepliedTo(message);
  const both = [text, numbers].filter((part) => part.trim() !== '').join('\n');
  return commandInput(
    textCommand,
    both,
    fileIn(message) ?? fileIn(replied ?? {}) ?? fileIn(external ?? {}),
  );
}

function textRepliedTo({ reply_to_message: replied, quote }: Message): string {
  return quote?.text ?? (replied === undefined ? '' : messageText(replied));
}

/**
 * The numbers that a message of the bot is about: a tap copies them. Its examples are no question.
 */
function numbersOfOurs(ours: Omit<Message, 'reply_to_message'>, quoted?: string): string {
  const text = messageText(ours as Message);
  const codes = (ours.entities ?? ours.caption_entities ?? [])
    .filter(({ type }) => type === 'code')
    .map(({ offset, length }) => text.slice(offset, offset + length));
  return copiedNumbers(codes.filter((code) => quoted === undefined || quoted.includes(code)));
}

/** The tokens of the buttons below the message that this one replies to, if it replies to one. */
export function repliedButtons(message: Message): readonly string[] | undefined {
  const { reply_to_message: replied, external_reply: external } = message;
  if (replied === undefined || isStartOfTopic(replied)) return external && [];
  const buttons = replied.reply_markup?.inline_keyboard.flat() ?? [];
  return buttons.flatMap((button) => {
    const data = 'callback_data' in button ? button.callback_data : '';
    return PRESS_DATA.exec(data)?.[2] ?? [];
  });
}

export function hasNumberOrFile({ options }: CommandInput): boolean {
  return options.kind === 'text' && (options.file !== undefined || HAS_DIGIT.test(options.text));
}

export function messageText({ text, caption, checklist }: Message): string {
  if (checklist === undefined) return text ?? caption ?? '';
  return [checklist.title, ...checklist.tasks.map((task) => task.text)].join('\n');
}

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn(
  message: Pick<Message, 'document' | 'animation' | 'photo'>,
): FileReference | undefined {
  const { document, animation, photo = [] } = message;
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  // A photo has several sizes, the largest at last. Telegram converts every photo to JPEG.
  const largest = photo.at(-1);
  const file = document ?? (largest && { ...largest, file_name: 'photo.jpg' });
  if (file === undefined) return undefined;
  const reference = { name: file.file_name ?? 'file', location: file.file_id };
  return file.file_size === undefined ? reference : { ...reference, size: file.file_size };
}

/**
 * The text after a command in a caption or an edited message, or without a space (`/imei3520…`):
 * `bot.command` matches none of these. Undefined if there is no command for this bot.
 */
function textBehindCommand(text: string, me: Me, textCommand: string): string | undefined {
  const [typed, name] =
    new RegExp(`^\\s*/${textCommand}(?![a-z])_?(?:@(\\w+))?\\s*`, 'i').exec(text) ?? [];
  const isOurs = name === undefined || isName(name, me);
  return typed !== undefined && isOurs ? text.slice(typed.length) : undefined;
}

function isReadByBotAlone({ chat, ephemeral_message_id: ephemeral }: Message): boolean {
  return chat.type === 'private' || ephemeral !== undefined;
}

function isName(name: string | undefined, { username }: Me): boolean {
  return name?.toLowerCase() === username.toLowerCase();
}

/** The text without the mention of the bot; undefined if there is none. */
export function withoutMention(text: string, { username }: Me): string | undefined {
  const mention = new RegExp(`(?<![\\w/@])@${username}(?!\\w)`, 'i');
  return mention.test(text) ? text.replace(mention, ' ').trim() : undefined;
}

/** Whether a reply to the bot names one of the buttons there. Below a file it means the file. */
function isTypedPress(words: string, message: Message, me: Me): boolean {
  const isReply = isReplyToBot(message, me) && fileIn(message) === undefined;
  return isReply && typedPress(words, repliedButtons(message) ?? []) !== undefined;
}

function isReplyToBot({ reply_to_message: replied }: Message, { id }: Me): boolean {
  return replied?.from?.id === id && !isStartOfTopic(replied);
}

/** All messages of a topic are replies to its first message, which does not count. */
function isStartOfTopic(replied: Pick<Message, 'forum_topic_created'>): boolean {
  return replied.forum_topic_created !== undefined;
}
