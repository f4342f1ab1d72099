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
/** A path on Telegram's server, such as `documents/file_1.csv`, without parent directories. */
const FILE_PATH = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w./ -]+$/;

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn({
  document,
  animation,
  photo,
}: Pick<Message, 'document' | 'animation' | 'photo'>): FileReference | undefined {
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  if (document !== undefined) {
    const { file_id, file_name, file_size, mime_type } = document;
    return {
      name: file_name ?? 'file',
      location: file_id,
      ...(file_size !== undefined && { sizeBytes: file_size }),
      ...(mime_type !== undefined && { contentType: mime_type }),
    };
  }
  // A photo has several sizes, of which the largest has the most detail. Telegram converts every photo to JPEG.
  const [largest] = (photo ?? []).toSorted(
    (one, other) => other.width * other.height - one.width * one.height,
  );
  if (largest === undefined) return undefined;
  const { file_id, file_size } = largest;
  const described = { name: 'photo.jpg', location: file_id, contentType: 'image/jpeg' };
  return { ...described, ...(file_size !== undefined && { sizeBytes: file_size }) };
}

/** Downloads what people sent, by file id. The address contains the token, so no error names it. */
export function createReadFile(
  api: Pick<Api, 'getFile'>,
  { token, apiUrl, ...options }: TelegramOptions,
): Adapter['readFile'] {
  return async ({ location, sizeBytes = 0 }, limits) => {
    limits.signal.throwIfAborted();
    if (sizeBytes > Math.min(limits.maxBytes, MAX_DOWNLOAD_BYTES))
      throw new FileUnreadable('too-large', `Telegram says it has ${sizeBytes} bytes`);
    const path = await pathOf(api, location, limits.signal);
    if (path === undefined || !FILE_PATH.test(path))
      throw new FileUnreadable('failed', 'Telegram gave no path that can be read');
    return download(new URL(`${apiUrl.replace(/\/+$/, '')}/file/bot${token}/${path}`), limits, options);
  };
}

async function pathOf(
  api: Pick<Api, 'getFile'>,
  fileId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    // The library accepts any signal, but its types name the class of another package.
    const file = await untilAborted(api.getFile(fileId, signal as Parameters<Api['getFile']>[1]), signal);
    return file.file_path;
  } catch (error) {
    signal.throwIfAborted();
    const { kind, message } = faultOf(error);
    if (/file is too big/i.test(message)) throw new FileUnreadable('too-large', message);
    throw new FileUnreadable(kind === 'refused' ? 'gone' : 'failed', message);
  }
}
