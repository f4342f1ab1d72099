import type { ReplyFile } from '../../../core/reply.ts';
import { fitLine, visibleLine } from './sanitize.ts';

/** Discord takes 10 files with a message; one place is kept for the text of a long reply. */
const MAX_FILES = 9;
/** What Discord takes with one message of an app, less some room for the rest of it. */
const MAX_BYTES = 9.5 * 1024 * 1024;
const MAX_NAME = 100;
const MAX_ALT_TEXT = 1_024;

/** A file as it goes with a message. */
export interface AttachedFile {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly altText?: string;
}

/** The files that fit into one message, under harmless names, and the names of those that do not. */
export function attach(files: readonly ReplyFile[]): {
  readonly files: readonly AttachedFile[];
  readonly leftOut: readonly string[];
} {
  const fitting: AttachedFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const { name, contentType, data, altText } of files) {
    if (fitting.length === MAX_FILES || bytes + data.byteLength > MAX_BYTES) {
      leftOut.push(fileName(name));
      continue;
    }
    bytes += data.byteLength;
    fitting.push({
      name: fileName(name),
      contentType,
      data,
      ...(altText !== undefined && { altText: fitLine(visibleLine(altText), MAX_ALT_TEXT, (text) => text) }),
    });
  }
  return { files: fitting, leftOut };
}

/** Letters, digits and `_.-`: all that Discord keeps of a name. */
function fileName(name: string): string {
  return name.replace(/[^\w.-]+/gu, '_').slice(-MAX_NAME) || 'file';
}
