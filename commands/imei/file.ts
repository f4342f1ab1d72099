import { FileUnreadable } from '../../src/core/file-unreadable.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { readingFileReply, type UnusableFile, unusableFileReply } from '../../src/format/file-trouble.ts';
import { pictureProblemReply } from '../../src/format/photo.ts';
import { MOST_BYTES, pictureFormat } from '../../src/photos/picture.ts';
import { readTable } from '../../src/tables/read.ts';
import { viewOf } from '../needs.ts';
import { answerPhoto } from './photo.ts';
import { answerTable } from './table.ts';
import { answerText, findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file with a table. */
const MAX_BYTES = 5 * 1024 * 1024;
/** What calls itself a picture may have more bytes than a table. */
const PICTURE = /^image\/|\.(?:png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;

/**
 * Answers a file: what it is, is told by its content alone. Of one that cannot be used the text beside it is
 * answered, if that has an IMEI: people write one below a picture of the receipt.
 */
export async function* answerFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  yield readingFileReply(viewOf(needs, invocation), file.name);
  const why = yield* answerContent(use, file);
  if (why === undefined) return;
  if (findingsIn(use).found.length > 0) yield* answerText({ ...use, file: undefined });
  else yield unusableReply(use, file, why);
}

/** Returns why there was no answer. */
async function* answerContent(
  use: ImeiUse,
  file: FileReference,
): AsyncGenerator<Reply, UnusableFile['why'] | undefined, void> {
  const bytes = await readWhole(use, file);
  if (typeof bytes === 'string') return bytes;
  if (pictureFormat(bytes) !== undefined) return yield* answerPhoto(use, bytes);
  const reading = await readTable(bytes);
  return reading.ok ? yield* answerTable(use, { file, table: reading.table }) : reading.why;
}

async function readWhole(
  { needs, invocation }: ImeiUse,
  file: FileReference,
): Promise<Uint8Array | FileUnreadable['why']> {
  const { requester, signal } = invocation;
  try {
    return await needs.readFile(file, { requester, maxBytes: maxBytesOf(file), signal });
  } catch (error) {
    if (error instanceof FileUnreadable) return error.why;
    throw error;
  }
}

function maxBytesOf(file: FileReference): number {
  return isCalledPicture(file) ? MOST_BYTES : MAX_BYTES;
}

function isCalledPicture({ contentType, name }: FileReference): boolean {
  return PICTURE.test(contentType ?? name);
}

function unusableReply({ needs, invocation }: ImeiUse, file: FileReference, why: UnusableFile['why']): Reply {
  const view = viewOf(needs, invocation);
  return why === 'too-large' && isCalledPicture(file)
    ? pictureProblemReply(view, { kind: 'too-large', mostBytes: MOST_BYTES })
    : unusableFileReply(view, { name: file.name, why, maxBytes: MAX_BYTES });
}
