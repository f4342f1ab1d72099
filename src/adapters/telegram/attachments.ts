import type { Api } from 'grammy';
import type { Message } from 'grammy/types';
import { type Adapter, FileUnreadable } from '../../core/adapter.ts';
import { untilAborted } from '../../core/async/promises.ts';
import type { FileReference } from '../../core/options.ts';
import { download } from '../download.ts';
import type { TelegramOptions } from './bot.ts';
import { faultOf } from './errors.ts';

/** Bot API, getFile: "The maximum file size to download is 20 MB". */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn(
  message: Pick<Message, 'document' | 'animation' | 'photo'>,
): FileReference | undefined {
  const { document, animation, photo = [] } = message;
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  // A photo has several sizes, of which the largest has the most detail. Telegram converts every photo to JPEG.
  const [largest] = photo.toSorted((one, other) => other.width * other.height - one.width * one.height);
  const file = document ?? (largest && { ...largest, file_name: 'photo.jpg', mime_type: 'image/jpeg' });
  if (file === undefined) return undefined;
  const { file_id: location, file_name: name = 'file', file_size, mime_type } = file;
  return {
    ...{ name, location },
    ...(file_size !== undefined && { sizeBytes: file_size }),
    ...(mime_type !== undefined && { contentType: mime_type }),
  };
}

/** Downloads what people sent, by file id. The address contains the token, so no error names it. */
export function createReadFile(
  api: Pick<Api, 'getFile'>,
  { token, apiUrl, ...options }: TelegramOptions,
): Adapter['readFile'] {
  return async ({ location, sizeBytes = 0 }, limits) => {
    const { signal } = limits;
    signal.throwIfAborted();
    if (sizeBytes > Math.min(limits.maxBytes, MAX_DOWNLOAD_BYTES))
      throw new FileUnreadable('too-large', `Telegram says it has ${sizeBytes} bytes`);
    try {
      // The library accepts any signal, but its types name the class of another package.
      const file = await untilAborted(api.getFile(location, signal as Parameters<Api['getFile']>[1]), signal);
      const path = `${apiUrl.replace(/\/+$/, '')}/file/bot${token}/${file.file_path}`;
      return await download(new URL(path), limits, options);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileUnreadable) throw error;
      const { kind, message } = faultOf(error);
      const why = /file is too big/i.test(message) ? 'too-large' : kind === 'refused' ? 'gone' : 'failed';
      throw new FileUnreadable(why, message);
    }
  };
}
