import type { APIAttachment, APIMessage, Attachment, Message, MessageSnapshot } from 'discord.js';
import { type Adapter, FileUnreadable } from '../../core/adapter.ts';
import type { FileReference } from '../../core/options.ts';
import { download } from '../http.ts';
import type { DiscordOptions } from './client.ts';

/** Most characters that are read of a message: it has 4,000, 6,000 in embeds, and more in what it forwards. */
const MAX_LENGTH = 20_000;
/** A message has at most 10 files. */
const MAX_FILES = 10;
/** Files that can have IMEIs, by their type or name: pictures, documents, texts and tables. */
const READABLE =
  /^(?:image|text)\/|csv|excel|spreadsheet|pdf|\.(?:csv|tsv|txt|xlsx?|ods|pdf|png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;
/** Discord's hosts for attachments: its documentation, "Signed Attachment CDN URLs". */
const ATTACHMENT_ORIGINS: readonly string[] = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];

/** The library does not build a message of a server that the bot is not on, nor one that another replies to. */
export type AnyMessage = Message | APIMessage;

/** What a message shows, and what it forwards. */
function contentsOf(message: AnyMessage) {
  const forwarded =
    'messageSnapshots' in message
      ? [...message.messageSnapshots.values()]
      : (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [contentOf(message), ...forwarded.map(contentOf)];
}

function contentOf(message: Message | MessageSnapshot | Partial<APIMessage>) {
  const { content = '', embeds = [], components = [], attachments = [] } = message;
  const raw = (one: object) => ('toJSON' in one && typeof one.toJSON === 'function' ? one.toJSON() : one);
  return {
    content,
    parts: [...embeds, ...components].map(raw),
    files: [...attachments.values()].map(fileOf),
  };
}

/** An attachment in the core's form. */
export function fileOf(file: Attachment | APIAttachment): FileReference {
  const name = 'name' in file ? file.name : file.filename;
  const contentType = 'contentType' in file ? file.contentType : file.content_type;
  return { name, sizeBytes: file.size, location: file.url, ...(contentType != null && { contentType }) };
}

/**
 * All text of a message and of what it forwards. Bots write into embeds and components; under what a person wrote, these are
 * previews of links, so `written` leaves them out.
 */
export function textOf(message: AnyMessage, { written = false } = {}): string {
  return contentsOf(message)
    .flatMap(({ content, parts }, index) => [
      content,
      ...[...partsOf(written && index === 0 ? [] : parts)].flatMap((part) => TEXTS.map((key) => part[key])),
    ])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

const TEXTS = ['content', 'title', 'description', 'name', 'value', 'text'] as const;
type Part = { readonly [text in (typeof TEXTS)[number]]?: unknown };

/** All objects within embeds or components. */
function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* partsOf(part);
}

/**
 * All files of a message and of what it forwards that can be read, as the first one with the others. If none can, the first
 * one all the same with `orAny`, so that its sender gets an answer.
 */
export function filesOf(message: AnyMessage, { orAny = false } = {}): FileReference | undefined {
  const all = contentsOf(message).flatMap(({ files }) => files);
  const readable = all.filter(
    ({ name, contentType = '' }) => READABLE.test(contentType) || READABLE.test(name),
  );
  const byLocation = new Map(readable.map((file) => [file.location, file]));
  const [first, ...others] = [...byLocation.values()].slice(0, MAX_FILES);
  if (first === undefined) return orAny ? all[0] : undefined;
  return others.length === 0 ? first : { ...first, others };
}

/**
 * Downloads attachments from their signed addresses, which are valid for about a day, without the bot's token. Other origins
 * are refused.
 */
export function createReadFile({
  attachmentOrigins: origins = ATTACHMENT_ORIGINS,
  proxy,
}: Pick<DiscordOptions, 'attachmentOrigins' | 'proxy'>): Adapter['readFile'] {
  return async ({ location }, limits) => {
    if (!URL.canParse(location) || !origins.includes(new URL(location).origin))
      throw new FileUnreadable('failed', 'the attachment is not at Discord');
    return download(new URL(location), limits, proxy);
  };
}
