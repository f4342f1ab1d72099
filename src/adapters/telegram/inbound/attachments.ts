import type { Api } from 'grammy';
import type { Message } from 'grammy/types';
import { type Adapter, FileUnreadable } from '../../../core/adapter.ts';
import { untilAborted } from '../../../core/async/promises.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OutboundProxy } from '../../../core/network.ts';
import type { FileReference } from '../../../core/options.ts';
import { download } from '../../download.ts';
import { faultOf } from '../errors.ts';
import type { Calls } from '../outbound/api.ts';

/** Bot API, getFile: "The maximum file size to download is 20 MB". */
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;
/** A path on Telegram's server, such as `documents/file_1.csv`, without parent directories. */
const FILE_PATH = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w./ -]+$/;

/** The file of a message if it can contain IMEIs; undefined if it has none. */
export function fileIn({
  document,
  animation,
  photo = [],
}: Pick<Message, 'document' | 'animation' | 'photo'>): FileReference | undefined {
  // Telegram also describes an animation as a document.
  if (animation !== undefined) return undefined;
  if (document === undefined) return photoIn(photo);
  const { file_id, file_name, file_size, mime_type } = document;
  return {
    name: file_name ?? 'file',
    location: file_id,
    ...(file_size !== undefined && { sizeBytes: file_size }),
    ...(mime_type !== undefined && { contentType: mime_type }),
  };
}

/** A photo has several sizes, of which the largest has the most detail. */
function photoIn(sizes: NonNullable<Message['photo']>): FileReference | undefined {
  const [largest] = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height);
  if (largest === undefined) return undefined;
  const { file_id, file_size } = largest;
  // Telegram converts every photo to JPEG.
  const described = { name: 'photo.jpg', location: file_id, contentType: 'image/jpeg' };
  return { ...described, ...(file_size !== undefined && { sizeBytes: file_size }) };
}

/** What {@link createReadDocument} works with. */
export interface DocumentNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly clock: Clock;
  readonly token: string;
  readonly apiRoot: string;
  readonly proxy?: OutboundProxy | undefined;
}

/** Downloads what people sent, by file id. The address contains the token, so no error names it. */
export function createReadDocument(needs: DocumentNeeds): Adapter['readFile'] {
  return async ({ location, sizeBytes = 0 }, limits) => {
    limits.signal.throwIfAborted();
    if (sizeBytes > Math.min(limits.maxBytes, MAX_DOWNLOAD_BYTES))
      throw new FileUnreadable('too-large', `Telegram says it has ${sizeBytes} bytes`);
    const path = await pathOf(needs, location, limits.signal);
    if (path === undefined || !FILE_PATH.test(path))
      throw new FileUnreadable('failed', 'Telegram gave no path that can be read');
    return download(new URL(`${needs.apiRoot}/file/bot${needs.token}/${path}`), limits, needs);
  };
}

async function pathOf(
  { api, calls }: DocumentNeeds,
  fileId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const file = await untilAborted(
      calls.repeatable(() => api.getFile(fileId), { signal }),
      signal,
    );
    return file.file_path;
  } catch (error) {
    signal.throwIfAborted();
    const { kind, message } = faultOf(error);
    if (/file is too big/i.test(message)) throw new FileUnreadable('too-large', message);
    throw new FileUnreadable(kind === 'refused' ? 'gone' : 'failed', message);
  }
}
