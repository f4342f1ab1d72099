import type { APIAttachment, APIEmbed, APIMessage } from 'discord-api-types/v10';
import type { FileReference } from '../../../core/options.ts';
import { ComponentType } from '../sdk.ts';

/** Most characters used: a message has 4,000 and 6,000 in embeds, and forwarded ones add more. */
const MAX_LENGTH = 20_000;
/** Discord: a message has at most 10 files; those that it forwards are others. */
const MOST_FILES = 10;
/** What can have IMEIs to read: pictures, documents, texts and tables, told by their type or their name. */
const READABLE =
  /^(?:image|text)\/|csv|excel|spreadsheet|pdf|\.(?:csv|tsv|txt|xlsx?|ods|pdf|png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;

type Component = NonNullable<APIMessage['components']>[number];
/** What may hold text. */
type Texts = Pick<APIMessage, 'content' | 'embeds' | 'components'>;
/** What may hold files. */
type Files = Partial<Pick<APIMessage, 'attachments' | 'components'>>;

/** All text of a message, one part a line: its content, its embeds, its components, its forwarded messages. */
export function textOfMessage(message: Texts & Pick<APIMessage, 'message_snapshots'>): string {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [message, ...forwarded].flatMap(textsOf).join('\n').slice(0, MAX_LENGTH);
}

function textsOf({ content = '', embeds = [], components = [] }: Partial<Texts>): string[] {
  const texts = [content, ...embeds.flatMap(textsOfEmbed), ...components.flatMap(textsOfComponent)];
  return texts.filter((text) => text !== '');
}

/** Text that a message of the newer kind shows instead of its content; what stands on buttons is none. */
function textsOfComponent(component: Component): string[] {
  switch (component.type) {
    case ComponentType.TextDisplay:
      return [component.content];
    case ComponentType.Section:
    case ComponentType.Container:
      return component.components.flatMap(textsOfComponent);
    case ComponentType.MediaGallery:
      return component.items.map(({ description }) => description ?? '');
    default:
      return [];
  }
}

function textsOfEmbed({ author, title = '', description = '', fields = [], footer }: APIEmbed): string[] {
  const inFields = fields.flatMap(({ name, value }) => [name, value]);
  return [author?.name ?? '', title, description, ...inFields, footer?.text ?? ''];
}

/** An attachment in the core's form. */
export function attachmentOf({
  filename,
  size,
  url,
  content_type,
}: Pick<APIAttachment, 'filename' | 'size' | 'url' | 'content_type'>): FileReference {
  return {
    name: filename,
    sizeBytes: size,
    location: url,
    ...(content_type !== undefined && { contentType: content_type }),
  };
}

/**
 * All pictures and files of a message and of those it forwards, attached or among its components, as the first with the
 * others; undefined if there are none.
 */
export function filesOfMessage(
  message: Files & Pick<APIMessage, 'message_snapshots'>,
): FileReference | undefined {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  const all = [message, ...forwarded].flatMap(filesOf).filter(isReadable);
  const [first, ...others] = [...new Map(all.map((file) => [file.location, file])).values()].slice(
    0,
    MOST_FILES,
  );
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

function filesOf({ attachments = [], components = [] }: Files): FileReference[] {
  return [...attachments.map(attachmentOf), ...components.flatMap(filesInComponent)];
}

function filesInComponent(component: Component): FileReference[] {
  switch (component.type) {
    case ComponentType.MediaGallery:
      return component.items.map(({ media }) => mediaFile(media));
    case ComponentType.File:
      return [
        { ...mediaFile(component.file), ...(component.name !== undefined && { name: component.name }) },
      ];
    case ComponentType.Section:
      return component.accessory.type === ComponentType.Thumbnail
        ? [mediaFile(component.accessory.media)]
        : [];
    case ComponentType.Container:
      return component.components.flatMap(filesInComponent);
    default:
      return [];
  }
}

function isReadable({ name, contentType = '' }: FileReference): boolean {
  return READABLE.test(contentType) || READABLE.test(name);
}

function mediaFile({ url, content_type }: Media): FileReference {
  const name = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  return { name: name || 'file', location: url, ...(content_type != null && { contentType: content_type }) };
}

interface Media {
  readonly url: string;
  readonly content_type?: string | null;
}
