import type { APIAttachment, APIMessage, Attachment, Message, MessageSnapshot } from 'discord.js';
import type { FileReference } from '../../../core/options.ts';
import { copiedNumbers, type SentFile } from '../../reading/plain-message.ts';
import { readCustomId } from '../target.ts';

/** Mentions, emoji and times as Discord writes them, whose ids look like numbers. */
const MARKUP = /<(?:@[!&]?|#|a?:\w{1,64}:|t:|id:|\/[^<>:]{1,100}:)[\w:+-]{0,40}>/gu;
/** What the bot shows in monospace, so that it can be copied. */
const MONOSPACE = /`([^`\n]+)`/gu;
/**
 * Most characters that are read of a message: it has 4,000, 6,000 in embeds, and more in what it
 * forwards.
 */
const MAX_LENGTH = 20_000;
/** A message has at most 10 files. */
const MAX_FILES = 10;

/**
 * The text of a message that somebody asks about: of one of the bot's, the numbers that it is
 * about.
 */
export function askedTextOf(message: AnyMessage, me: string): string {
  const text = messageText(message);
  if (message.author?.id !== me) return cleaned(text);
  return copiedNumbers([...text.matchAll(MONOSPACE)].map(([, copied = '']) => copied));
}

/** A text without what only looks like numbers. */
export function cleaned(text: string): string {
  return text.replace(MARKUP, ' ').trim();
}

/**
 * The library does not build a message of a server that the bot is not on, nor one that another
 * replies to.
 */
type AnyMessage = Message | APIMessage;

/** The contents of a message, and then those of each one that it forwards. */
function ownAndForwarded(message: AnyMessage) {
  const forwarded =
    'messageSnapshots' in message
      ? [...message.messageSnapshots.values()]
      : (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [contentOf(message), ...forwarded.map(contentOf)];
}

function contentOf(message: Message | MessageSnapshot | Partial<APIMessage>) {
  const { content = '', embeds = [], components = [], attachments = [] } = message;
  const raw = (block: object) =>
    'toJSON' in block && typeof block.toJSON === 'function' ? block.toJSON() : block;
  return {
    content,
    blocks: [...embeds, ...components].map(raw),
    files: [...attachments.values()].map(toFileReference),
  };
}

/** An attachment in the core's form. */
export function toFileReference(file: Attachment | APIAttachment): FileReference {
  const name = 'name' in file ? file.name : file.filename;
  const contentType = 'contentType' in file ? file.contentType : file.content_type;
  const reference = { name, location: file.url, size: file.size };
  return contentType == null ? reference : { ...reference, contentType };
}

/**
 * All text of a message and of what it forwards. Bots write into embeds and components; under what
 * a person wrote, these are previews of links, so `written` leaves them out.
 */
export function messageText(message: AnyMessage, { written = false } = {}): string {
  return ownAndForwarded(message)
    .flatMap(({ content, blocks }, index) => [
      content,
      ...[...objectsIn(written && index === 0 ? [] : blocks)].flatMap((block) =>
        TEXTS.map((key) => block[key]),
      ),
    ])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

/** The tokens of the bot’s buttons below a message. */
export function buttonTokensOf({ components }: APIMessage): readonly string[] {
  return [...objectsIn(components)].flatMap(({ custom_id: id }) =>
    typeof id === 'string' ? (readCustomId(id)?.token ?? []) : [],
  );
}

const TEXTS = ['content', 'title', 'description', 'name', 'value', 'text'] as const;
type Block = { readonly [text in (typeof TEXTS)[number] | 'custom_id']?: unknown };

/** All objects within embeds or components. */
function* objectsIn(value: unknown): Generator<Block> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

/** The files of a message and of what it forwards. */
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
  const files = ownAndForwarded(message).flatMap((content) => content.files);
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const [first, ...others] = [...byLocation.values()].slice(0, MAX_FILES);
  if (first === undefined) return undefined;
  return others.length === 0 ? first : { ...first, others };
}
