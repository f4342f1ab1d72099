import type { Message, UserFromGetMe } from 'grammy/types';
import type { Request } from '../../core/adapter.ts';
import { type Clock, HOUR_MS } from '../../core/clock.ts';
import type { FileReference } from '../../core/options.ts';
import { isDetailsRequest } from '../../format/words/understood.ts';
import type { Log } from '../../ops/log/log.ts';
import type { MessageTable } from '../../store/schema/message.ts';
import {
  type CommandInput,
  commandInput,
  copiedNumbers,
  HAS_DIGIT,
  HAS_NUMBER,
} from '../command-input.ts';
import { NotPersisted } from './bot.ts';

/**
 * Each picture of an album is a message. An album is complete if no picture arrives for this long.
 */
const GATHERED_MS = 2_000;
/** One row for all open albums: names of rows are hashed, so they cannot be listed. */
const ROW = 'telegram albums';
const KEPT = { keptMs: 48 * HOUR_MS };

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
 * or a file: people also say "thanks!".
 */
export function readMessage(message: Message, reader: Reader): CommandInput | undefined {
  const { me, textCommand } = reader;
  const text = textOf(message);
  const isForBotAlone =
    message.chat.type === 'private' || message.ephemeral_message_id !== undefined;
  const options = textBehindCommand(text, me, textCommand);
  if (options !== undefined) return readText(options, message, reader);
  const [, unknown = '', bot, rest = ''] = COMMAND.exec(text) ?? [];
  const isNamed = isName(bot, me);
  // The reply says that the command is unknown, and suggests one.
  if (unknown !== '' && !HAS_DIGIT.test(text) && (isForBotAlone || isNamed))
    return commandInput(unknown.toLowerCase(), rest);
  const mentioned = isNamed ? text : withoutMention(text, me);
  const isReply = isReplyToBot(message, me);
  // A reply to the bot stands for itself, unless it asks for more of that answer.
  const input =
    mentioned === undefined && isReply && !isDetailsRequest(text)
      ? commandInput(textCommand, text, fileIn(message))
      : readText(mentioned ?? text, message, reader);
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
  return quote?.text ?? (replied === undefined ? '' : textOf(replied));
}

/**
 * The numbers that a message of the bot is about: a tap copies them. Its examples are no question.
 */
function numbersOfOurs(ours: Omit<Message, 'reply_to_message'>, quoted?: string): string {
  const text = textOf(ours as Message);
  const codes = (ours.entities ?? ours.caption_entities ?? [])
    .filter(({ type }) => type === 'code')
    .map(({ offset, length }) => text.slice(offset, offset + length));
  return copiedNumbers(codes.filter((code) => quoted === undefined || quoted.includes(code)));
}

export function hasNumberOrFile({ options }: CommandInput): boolean {
  return options.kind === 'text' && (options.file !== undefined || HAS_DIGIT.test(options.text));
}

export function textOf({ text, caption, checklist }: Message): string {
  if (checklist === undefined) return text ?? caption ?? '';
  return [checklist.title, ...checklist.tasks.map((task) => task.text)].join('\n');
}

/** The file of a message if it can contain IMEIs; undefined if it has none. */
function fileIn(
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

function isName(name: string | undefined, { username }: Me): boolean {
  return name?.toLowerCase() === username.toLowerCase();
}

/** The text without the mention of the bot; undefined if there is none. */
export function withoutMention(text: string, { username }: Me): string | undefined {
  const mention = new RegExp(`(?<![\\w/@])@${username}(?!\\w)`, 'i');
  return mention.test(text) ? text.replace(mention, ' ').trim() : undefined;
}

/** All messages of a topic are replies to its first message, which does not count. */
function isReplyToBot({ reply_to_message: replied }: Message, { id }: Me): boolean {
  return replied?.from?.id === id && replied.forum_topic_created === undefined;
}

/** An open album: the request of its first message, the captions of the others, and all files. */
interface Album {
  readonly request: Request;
  readonly words: string[];
  readonly files: FileReference[];
}

export type Albums = ReturnType<typeof createAlbums>;

/**
 * Joins the messages of an album into one request, and continues with the open albums of an earlier
 * process.
 * @param submit persists the request of each gathered album
 * @param stopped then open albums are left to the next process
 */
export function createAlbums(
  messages: MessageTable,
  submit: (request: Request) => Promise<void>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  stopped: AbortSignal,
) {
  const open = new Map<string, Album>();
  const timers = new Map<string, () => void>();
  const persist = () => messages.upsert(ROW, JSON.stringify(Object.fromEntries(open)), KEPT);
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'Gathered albums could not be read or written');
  const finish = async (key: string, album: Album): Promise<void> => {
    open.delete(key);
    timers.delete(key);
    await submit(requestOf(album));
    await persist();
  };
  const gather = (key: string, album: Album): void => {
    open.set(key, album);
    timers.get(key)?.();
    const end = (): void => {
      if (!stopped.aborted) finish(key, album).catch(warn);
    };
    timers.set(key, clock.later(GATHERED_MS, end));
  };
  const resume = async (): Promise<void> => {
    const albums: Record<string, Album> = JSON.parse((await messages.get(ROW)) ?? '{}');
    for (const [key, album] of Object.entries(albums)) gather(key, album);
  };
  resume().catch(warn);
  return {
    /** Whether the album of this message is being gathered. */
    isOpen: (message: Message): boolean => open.has(keyOf(message)),
    /** Adds a message. Resolves when it is persisted; rejects with `NotPersisted` if that fails. */
    add: async (message: Message, first: () => Request): Promise<void> => {
      const before = open.get(keyOf(message));
      const album = before ?? { request: first(), words: [], files: [] };
      const file = fileIn(message);
      // An update may be delivered again.
      const isNew = album.files.every(({ location }) => location !== file?.location);
      if (file !== undefined && isNew) album.files.push(file);
      if (before !== undefined) album.words.push(textOf(message));
      gather(keyOf(message), album);
      await persist().catch(() => {
        throw new NotPersisted();
      });
    },
  };
}

function keyOf({ chat, media_group_id }: Message): string {
  return `${chat.id}:${media_group_id}`;
}

function requestOf({ request, words, files }: Album): Request {
  const { input } = request;
  if (input.kind !== 'command' || input.options.kind !== 'text') return request;
  const [first = input.options.file, ...others] = files;
  const text = [input.options.text, ...words].filter(Boolean).join('\n');
  const file = first && others.length > 0 ? { ...first, others } : first;
  return { ...request, input: commandInput(input.name, text, file) };
}
