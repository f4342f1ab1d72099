import { FileUnreadable } from '../../src/core/file-unreadable.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { unusableFileReply } from '../../src/format/file-trouble.ts';
import { viewOf } from '../needs.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file with a table. */
const MAX_BYTES = 5 * 1024 * 1024;

/** Answers a file: what it is, is told by its content alone. */
export async function* answerFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  const read = await readWhole(use, file);
  if (!read.ok) yield read.reply;
}

type Read = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reply: Reply };

async function readWhole({ needs, invocation }: ImeiUse, file: FileReference): Promise<Read> {
  const { requester, signal } = invocation;
  try {
    return { ok: true, bytes: await needs.readFile(file, { requester, maxBytes: MAX_BYTES, signal }) };
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    const unusable = { name: file.name, why: error.why, maxBytes: MAX_BYTES };
    return { ok: false, reply: unusableFileReply(viewOf(needs, invocation), unusable) };
  }
}
