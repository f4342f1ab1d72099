import {
  type APIEmbed,
  type APIMessage,
  type Attachment,
  type Embed,
  Message,
  type MessageSnapshot,
} from 'discord.js';
import type { FileReference } from '../../core/options.ts';

/** Most characters that are read of a message: it has 4,000, 6,000 in embeds, and more in what it forwards. */
const MAX_LENGTH = 20_000;
/** A message has at most 10 files. */
const MAX_FILES = 10;
/** Files that can have IMEIs, by their type or name: pictures, documents, texts and tables. */
const READABLE =
  /^(?:image|text)\/|csv|excel|spreadsheet|pdf|\.(?:csv|tsv|txt|xlsx?|ods|pdf|png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;

/** The library does not build a message of a server that the bot is not on, nor one that another replies to. */
export type AnyMessage = Message | APIMessage;

/** What a message, or one that it forwards, shows; components in Discord's own form. */
interface Content {
  readonly text: string;
  readonly embeds: readonly (Embed | APIEmbed)[];
  readonly components: readonly unknown[];
  readonly files: readonly FileReference[];
}

/** A message and what it forwards. */
function contentsOf(message: AnyMessage): readonly [Content, ...Content[]] {
  if (message instanceof Message) return [contentOf(message), ...message.messageSnapshots.map(contentOf)];
  const forwarded = message.message_snapshots ?? [];
  return [rawContentOf(message), ...forwarded.map((snapshot) => rawContentOf(snapshot.message))];
}

function contentOf({ content: text, embeds, components, attachments }: Message | MessageSnapshot): Content {
  return { text, embeds, components: components.map((one) => one.toJSON()), files: attachments.map(fileOf) };
}

function rawContentOf(message: Partial<APIMessage>): Content {
  const { content: text = '', embeds = [], components = [], attachments = [] } = message;
  const files = attachments.map(({ filename: name, content_type: contentType = null, ...file }) =>
    fileOf({ ...file, name, contentType }),
  );
  return { text, embeds, components, files };
}

type File = Pick<Attachment, 'name' | 'size' | 'url' | 'contentType'>;

/** An attachment in the core's form. */
export function fileOf({ name, size, url, contentType }: File): FileReference {
  return { name, sizeBytes: size, location: url, ...(contentType !== null && { contentType }) };
}

/**
 * All text of a message and of what it forwards. Bots write into embeds and components; under what a person wrote, these are
 * previews of links, so `written` leaves them out.
 */
export function textOf(message: AnyMessage, { written = false } = {}): string {
  const [own, ...forwarded] = contentsOf(message);
  return [written ? { ...own, embeds: [], components: [] } : own, ...forwarded]
    .flatMap(({ text, embeds, components }) => [
      text,
      ...embeds.flatMap(textsOfEmbed),
      ...[...partsOf(components)].flatMap(({ content, description }) => [content, description]),
    ])
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n')
    .slice(0, MAX_LENGTH);
}

function textsOfEmbed({ author, title, description, fields = [], footer }: Content['embeds'][number]) {
  return [
    author?.name,
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
    footer?.text,
  ];
}

interface Part {
  readonly content?: unknown;
  readonly description?: unknown;
  readonly media?: Media;
  readonly file?: Media;
}
type Media = { readonly url: string; readonly content_type?: string | null };

/** All objects within components: texts have `content`, pictures `description` and `media`, files `file`. */
function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const part of Object.values(value)) yield* partsOf(part);
}

/**
 * All files of a message and of what it forwards that can be read, as the first one with the others. If none can, the first
 * one all the same with `orAny`, so that its sender hears about it.
 */
export function filesOf(message: AnyMessage, { orAny = false } = {}): FileReference | undefined {
  const all = contentsOf(message).flatMap(({ files, components }) => [...files, ...filesIn(components)]);
  const readable = all.filter(
    ({ name, contentType = '' }) => READABLE.test(contentType) || READABLE.test(name),
  );
  const byLocation = new Map(readable.map((file) => [file.location, file]));
  const [first, ...others] = [...byLocation.values()].slice(0, MAX_FILES);
  if (first === undefined) return orAny ? all[0] : undefined;
  return others.length === 0 ? first : { ...first, others };
}

function filesIn(components: readonly unknown[]): FileReference[] {
  return [...partsOf(components)].flatMap(({ media, file = media }) => {
    if (file === undefined || !URL.canParse(file.url)) return [];
    const { url: location, content_type: contentType } = file;
    const name = new URL(location).pathname.split('/').at(-1) || 'file';
    return [{ name, location, ...(contentType != null && { contentType }) }];
  });
}
