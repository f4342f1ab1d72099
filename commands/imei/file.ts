import { FileUnreadable } from '../../src/core/file-unreadable.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { unusableFileReply } from '../../src/format/file-trouble.ts';
import { pictureProblemReply } from '../../src/format/photo.ts';
import { MOST_BYTES, pictureFormat } from '../../src/photos/picture.ts';
import { viewOf } from '../needs.ts';
import { answerPhoto } from './photo.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file with a table. */
const MAX_BYTES = 5 * 1024 * 1024;
/** A photo has more bytes than a table: what says that it is one may be larger. */
const PICTURE = /^image\/|\.(?:png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;

/** Answers a file: what it is, is told by its content alone. */
export async function* answerFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  const read = await readWhole(use, file);
  if (!read.ok) yield read.reply;
  else if (pictureFormat(read.bytes) !== undefined) yield* answerPhoto(use, read.bytes);
}

type Read = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reply: Reply };

async function readWhole({ needs, invocation }: ImeiUse, file: FileReference): Promise<Read> {
  const { requester, signal } = invocation;
  const isPicture = PICTURE.test(file.contentType ?? file.name);
  const maxBytes = isPicture ? MOST_BYTES : MAX_BYTES;
  try {
    return { ok: true, bytes: await needs.readFile(file, { requester, maxBytes, signal }) };
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    const view = viewOf(needs, invocation);
    if (isPicture && error.why === 'too-large') {
      return { ok: false, reply: pictureProblemReply(view, { kind: 'too-large', mostBytes: maxBytes }) };
    }
    return { ok: false, reply: unusableFileReply(view, { name: file.name, why: error.why, maxBytes }) };
  }
}
