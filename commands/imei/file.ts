import { FileUnreadable } from '../../src/core/file-unreadable.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { readingFileReply, type UnusableFile, unusableFileReply } from '../../src/format/file-trouble.ts';
import { readTable } from '../../src/tables/read.ts';
import { viewOf } from '../needs.ts';
import { answerTable } from './table.ts';
import { answerText, findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file with a table. */
const MAX_BYTES = 5 * 1024 * 1024;

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
  else yield unusableFileReply(viewOf(needs, invocation), { name: file.name, why, maxBytes: MAX_BYTES });
}

/** Returns why there was no answer. */
async function* answerContent(
  use: ImeiUse,
  file: FileReference,
): AsyncGenerator<Reply, UnusableFile['why'] | undefined, void> {
  const bytes = await readWhole(use, file);
  if (typeof bytes === 'string') return bytes;
  const reading = await readTable(bytes);
  return reading.ok ? yield* answerTable(use, { file, table: reading.table }) : reading.why;
}

async function readWhole(
  { needs, invocation }: ImeiUse,
  file: FileReference,
): Promise<Uint8Array | FileUnreadable['why']> {
  const { requester, signal } = invocation;
  try {
    return await needs.readFile(file, { requester, maxBytes: MAX_BYTES, signal });
  } catch (error) {
    if (error instanceof FileUnreadable) return error.why;
    throw error;
  }
}
