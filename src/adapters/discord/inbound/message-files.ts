import type { APIAttachment, APIMessage } from 'discord.js';
import type { FileReference } from '../../../core/options.ts';

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

/** The first picture attached to a message or to one it forwards; undefined if there is none. */
export function pictureOfMessage(
  message: Pick<APIMessage, 'attachments' | 'message_snapshots'>,
): FileReference | undefined {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  const attachments = [message, ...forwarded].flatMap((one) => one.attachments ?? []);
  const picture = attachments.find(({ content_type = '' }) => content_type.startsWith('image/'));
  return picture === undefined ? undefined : attachmentOf(picture);
}
