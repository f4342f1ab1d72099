import type { APIAttachment, APIMessage, Attachment, Message, MessageSnapshot } from 'discord.js';
import type { FileReference } from '../../../core/command/command-options.ts';
import { copiedNumbers, type SentFile } from '../../reading/plain-message.ts';
import { readButtonData } from '../button-data.ts';

/** Mentions, emoji and times as Discord writes them, whose ids look like numbers. */
const MARKUP = /<(?:@[!&]?|#|a?:\w{1,64}:|t:|id:|\/[^<>:]{1,100}:)[\w:+-]{0,40}>/gu;
/** Text in monospace, as the bot shows what people may copy. */
const MONOSPACE = /`([^`\n]+)`/gu;
/**
 * The most characters to read of a message. It has up to 4,000, with 6,000 in embeds, and forwarded
 * messages have more.
 */
const MAX_LENGTH = 20_000;
/** A message has at most 10 files. */
const MAX_FILES = 10;
/** The properties of embeds and components that have text. */
const TEXTS = ['content', 'title', 'description', 'name', 'value', 'text'] as const;

/**
 * A message of the library, or the JSON of one: the library builds no replied-to messages, and none
 * of a server that the bot is not on.
 */
type AnyMessage = Message | APIMessage;

/**
 * The text of a message that somebody asks about. For a message of the bot, only the numbers that
 * it is about.
 */
export function askedTextOf(message: AnyMessage, me: string): string {
  const text = messageText(message);
  if (message.author?.id !== me) return withoutIds(text);
  return copiedNumbers([...text.matchAll(MONOSPACE)].map(([, copied = '']) => copied));
}

/** A text without mentions, emoji and times, whose ids look like numbers. */
export function withoutIds(text: string): string {
  return text.replace(MARKUP, ' ').trim();
}

/**
 * All text of a message and of the messages that it forwards. Bots write into embeds and
 * components.
 */
export function messageText(message: AnyMessage): string {
  return textOf(ownAndForwarded(message));
}

/**
 * The text that a person wrote, and all text of the messages that it forwards. The embeds below the
 * text of a person are previews of links.
 */
export function writtenText(message: AnyMessage): string {
  const [own, ...forwarded] = ownAndForwarded(message);
  return textOf([{ ...own, blocks: [] }, ...forwarded]);
}

/** The tokens of the bot’s buttons below a message. */
export function buttonTokensOf({ components }: APIMessage): readonly string[] {
  return [...objectsIn(components)].flatMap(({ custom_id: data }) =>
    typeof data === 'string' ? (readButtonData(data)?.token ?? []) : [],
  );
}

/** As {@link firstFileOf}, with the identity of all these files. */
export function sentFileIn(message: AnyMessage): SentFile | undefined {
  const reference = firstFileOf(message);
  if (reference === undefined) return undefined;
  const files = [reference, ...(reference.others ?? [])];
  // The signature in the URL changes with each event.
  const paths = files.map(({ location }) => location.split('?')[0]);
  return { reference, identity: paths.join(' ') };
}

/** The first file of a message and of what it forwards, with the others. */
export function firstFileOf(message: AnyMessage): FileReference | undefined {
  const files = ownAndForwarded(message).flatMap((contents) => contents.files);
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const [first, ...others] = [...byLocation.values()].slice(0, MAX_FILES);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { ...first, others };
}

export function toFileReference(file: Attachment | APIAttachment): FileReference {
  const name = 'name' in file ? file.name : file.filename;
  const contentType = 'contentType' in file ? file.contentType : file.content_type;
  const reference = { name, location: file.url, size: file.size };
  return contentType == null ? reference : { ...reference, contentType };
}

/** What people see of a message, without the messages that it forwards. */
interface Contents {
  readonly content: string;
  /** Its embeds and components, as JSON. */
  readonly blocks: readonly object[];
  readonly files: readonly FileReference[];
}

/** The contents of a message, then those of each message that it forwards. */
function ownAndForwarded(message: AnyMessage): readonly [own: Contents, ...forwarded: Contents[]] {
  const forwarded =
    'messageSnapshots' in message
      ? [...message.messageSnapshots.values()]
      : (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [contentsOf(message), ...forwarded.map(contentsOf)];
}

function contentsOf(message: Message | MessageSnapshot | Partial<APIMessage>): Contents {
  const { content = '', embeds = [], components = [], attachments = [] } = message;
  return {
    content,
    blocks: [...embeds, ...components].map(jsonOf),
    files: [...attachments.values()].map(toFileReference),
  };
}

/** The JSON of an object of the library. Other objects are JSON already. */
function jsonOf(block: object) {
  return 'toJSON' in block && typeof block.toJSON === 'function' ? block.toJSON() : block;
}

function textOf(parts: readonly Contents[]): string {
  const texts = parts.flatMap(({ content, blocks }) => [
    content,
    ...[...objectsIn(blocks)].flatMap((block) => TEXTS.map((key) => block[key])),
  ]);
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

type Block = { readonly [text in (typeof TEXTS)[number] | 'custom_id']?: unknown };

/** All objects within embeds or components. */
function* objectsIn(value: unknown): Generator<Block> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* objectsIn(part);
}
