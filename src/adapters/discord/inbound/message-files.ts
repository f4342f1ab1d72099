import type { APIAttachment, APIMessage } from 'discord-api-types/v10';
import type { FileReference } from '../../../core/options.ts';
import { ComponentType } from '../sdk.ts';

/** Discord: a message has at most 10 files; those that it forwards are others. */
const MOST_FILES = 10;
/** What can have IMEIs to read: pictures, documents, texts and tables, told by their type or their name. */
const READABLE =
  /^(?:image|text)\/|csv|excel|spreadsheet|pdf|\.(?:csv|tsv|txt|xlsx?|ods|pdf|png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;

type Written = Partial<Pick<APIMessage, 'attachments' | 'components'>>;
type Component = NonNullable<APIMessage['components']>[number];

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
  message: Written & Pick<APIMessage, 'message_snapshots'>,
): FileReference | undefined {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  const all = [message, ...forwarded].flatMap(filesOf).filter(isReadable);
  const [first, ...others] = [...new Map(all.map((file) => [file.location, file])).values()].slice(
    0,
    MOST_FILES,
  );
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

function filesOf({ attachments = [], components = [] }: Written): FileReference[] {
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
