import type { Message, UserFromGetMe } from 'grammy/types';
import type { FileReference } from '../../../core/options.ts';
import { asking, type CommandAsk, HAS_DIGIT, HAS_NUMBER, WORDLESS } from '../../command-ask.ts';
import { type CommandLinks, textAfterStart } from '../button-data.ts';
import type { Albums } from '../memory/albums.ts';
import { fileIn } from './attachments.ts';

const START = 'start';

/** What the meaning of a message depends on. */
export interface AskContext {
  readonly me: Pick<UserFromGetMe, 'id' | 'username'>;
  readonly commandNames: readonly string[];
  /** The command that takes messages without a command. */
  readonly textCommand: string;
  /** The command that answers `/start`. */
  readonly startCommand: string;
  readonly albums: Albums;
  readonly commandLinks: CommandLinks;
  /** What the deep link of this message asks to check, if the bot has made it for this person. */
  readonly linked?: string | undefined;
}

/** What a message in a private chat asks; undefined only for Telegram's service messages. */
export function askInPrivate(message: Message, context: AskContext): CommandAsk | undefined {
  const text = textOf(message);
  const command = commandIn(text, context);
  if (command === 'for another bot') return undefined;
  if (command !== undefined) return askOfCommand(command, message, context);
  const isFirst = context.albums.isFirst(message);
  // The bot has not seen a message of another chat before.
  if (message.external_reply !== undefined) return askingOf(text, message, context);
  const file = fileIn(message);
  // Each file of an album is asked separately.
  if (text !== '' || file !== undefined) return asking(context.textCommand, text, file);
  return isFirst && holdsSomething(message) ? asking(context.textCommand, WORDLESS) : undefined;
}

/**
 * What a message in a group asks by itself, or by the words of the first message of its album, as far as Telegram lets the bot
 * see the others.
 */
export function askInGroup(message: Message, context: AskContext): CommandAsk | undefined {
  const { albums, textCommand } = context;
  const ask = askByItself(message, context);
  const file = fileIn(message);
  if (ask === undefined) {
    const words = albums.wordsOf(message);
    return words === undefined || file === undefined ? undefined : asking(textCommand, words, file);
  }
  // Numbers in the words are answered once.
  if (ask.name === textCommand && file !== undefined && ask.options.kind === 'text')
    albums.ask(message, HAS_DIGIT.test(ask.options.text) ? '' : ask.options.text);
  return ask;
}

/**
 * What a message in a group asks: a command, or a mention of the bot or a reply to it that has a number or a file; undefined
 * for other messages, since people also talk about the bot ("thanks!").
 */
function askByItself(message: Message, context: AskContext): CommandAsk | undefined {
  const text = textOf(message);
  const command = commandIn(text, context);
  if (command === 'for another bot') return undefined;
  if (command !== undefined) {
    // Without the bot's name, an unknown command belongs to another bot.
    return command.addressed || isKnown(command.name, context)
      ? askOfCommand(command, message, context)
      : undefined;
  }
  const unmentioned = withoutMention(message, context);
  if (unmentioned !== undefined) return ifThereIsSomething(askingOf(unmentioned, message, context));
  if (!isReplyToBot(message, context)) return undefined;
  return ifThereIsSomething(asking(context.textCommand, text, fileIn(message)));
}

function ifThereIsSomething(ask: CommandAsk): CommandAsk | undefined {
  const { options } = ask;
  const isSomething = options.kind === 'text' && (options.file !== undefined || HAS_DIGIT.test(options.text));
  return isSomething ? ask : undefined;
}

/** What a guest message asks: one sent to the bot from a chat it is not a member of. */
export function askAsGuest(message: Message, context: AskContext): CommandAsk | undefined {
  const text = withoutMention(message, context) ?? textOf(message);
  const command = commandIn(text, context);
  if (command === 'for another bot') return undefined;
  if (command !== undefined) return askOfCommand(command, message, context);
  return askingOf(text, message, context);
}

interface TypedCommand {
  readonly name: string;
  readonly text: string;
  /** The command names the bot: `/imei@imei_bot`. */
  readonly addressed: boolean;
}

function commandIn(text: string, context: AskContext): TypedCommand | 'for another bot' | undefined {
  const match = /^\/([a-z0-9_]{1,64})(?:@([a-z0-9_]+))?(?:\s+([\s\S]*))?$/iu.exec(
    apart(text.trim(), context),
  );
  if (match === null) return undefined;
  const [, name = '', bot, rest = ''] = match;
  if (bot !== undefined && bot.toLowerCase() !== context.me.username.toLowerCase()) return 'for another bot';
  return { name: name.toLowerCase(), text: rest, addressed: bot !== undefined };
}

/** `/imei356…` and `/356…` as they were meant: with a command, for the bot it names, and a space behind it. */
function apart(text: string, { textCommand }: AskContext): string {
  return text.replace(
    /^\/(\w{0,40}?)_?(\d{14}\w{0,40})(@\w+)?/,
    (_, name: string, digits: string, bot = '') => `/${name || textCommand}${bot} ${digits}`,
  );
}

function isKnown(name: string, { commandNames }: AskContext): boolean {
  return name === START || commandNames.includes(name);
}

function askOfCommand({ name, text }: TypedCommand, message: Message, context: AskContext): CommandAsk {
  const { commandNames, textCommand, startCommand } = context;
  if (name === START && !commandNames.includes(START)) {
    const command = linkedCommand(text.trim(), message, context);
    const payload = command === undefined ? (context.linked ?? textAfterStart(text)) : undefined;
    return payload === undefined ? asking(command ?? startCommand, '') : asking(textCommand, payload);
  }
  if (name === textCommand)
    return asking(textCommand, withRepliedText(text, message), fileAskedOf(message, text));
  const file = fileIn(message);
  // What nobody knows, with a number behind it, was most likely meant for the number.
  const isOfNumber = file !== undefined || HAS_DIGIT.test(text);
  return isOfNumber && !commandNames.includes(name) ? asking(textCommand, text, file) : asking(name, text);
}

/** The command of a deep link that this person was given. */
function linkedCommand(
  payload: string,
  { from, sender_chat }: Message,
  { commandNames, commandLinks }: AskContext,
): string | undefined {
  if (from === undefined || sender_chat !== undefined) return undefined;
  const command = commandLinks.read(payload, from.id);
  return command !== undefined && commandNames.includes(command) ? command : undefined;
}

/** What a message without a command asks: its text, its file, or those of the message it replies to. */
function askingOf(text: string, message: Message, { textCommand }: AskContext): CommandAsk {
  const file = fileAskedOf(message, text);
  return asking(textCommand, withRepliedText(text, message) || wordless(file), file);
}

function wordless(file: FileReference | undefined): string {
  return file === undefined ? WORDLESS : '';
}

/** The file of a message, or of the one it replies to, here or in another chat, if its own text has no number. */
function fileAskedOf(message: Message, text: string): FileReference | undefined {
  const own = fileIn(message);
  if (own !== undefined || HAS_NUMBER.test(text)) return own;
  const { reply_to_message: replied = {}, external_reply: external = {} } = message;
  return fileIn(replied) ?? fileIn(external);
}

/** `/imei`, possibly with a choice such as `full`, as a reply to a message with the numbers. */
function withRepliedText(text: string, message: Message): string {
  if (HAS_NUMBER.test(text)) return text;
  const replied = message.reply_to_message;
  const numbers = message.quote?.text ?? (replied === undefined ? '' : textOf(replied));
  return [text, numbers].filter((part) => part.trim() !== '').join('\n');
}

function textOf(message: Message): string {
  return message.text ?? message.caption ?? '';
}

/** The text without the mention of the bot; undefined if there is none. */
function withoutMention(message: Message, { me }: AskContext): string | undefined {
  const text = textOf(message);
  const mention = (message.entities ?? message.caption_entities ?? []).find((entity) => {
    const words = text.slice(entity.offset, entity.offset + entity.length);
    if (entity.type === 'text_mention') return entity.user.id === me.id;
    return entity.type === 'mention' && words.toLowerCase() === `@${me.username.toLowerCase()}`;
  });
  if (mention === undefined) return undefined;
  return `${text.slice(0, mention.offset)} ${text.slice(mention.offset + mention.length)}`.trim();
}

/** All messages of a topic count as replies to its first one, which means nothing. */
function isReplyToBot({ reply_to_message: replied }: Message, { me }: AskContext): boolean {
  return replied?.from?.id === me.id && replied.forum_topic_created === undefined;
}

/** What a person can send without text; other messages without text are service messages (somebody pinned a message). */
const WORDLESS_KINDS = [
  'photo',
  'video',
  'video_note',
  'animation',
  'audio',
  'voice',
  'document',
  'sticker',
  'contact',
  'location',
  'venue',
  'poll',
  'dice',
  'story',
  'game',
  'paid_media',
  'checklist',
] as const satisfies readonly (keyof Message)[];

function holdsSomething(message: Message): boolean {
  return WORDLESS_KINDS.some((kind) => message[kind] !== undefined);
}
