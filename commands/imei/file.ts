import { FileUnreadable } from '../../src/core/adapter.ts';
import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { QueuePosition } from '../../src/files/work/turns.ts';
import { pictureProblemReply, readingPhotoReply } from '../../src/format/files/photo.ts';
import {
  goneBetweenPartsReply,
  readingFileReply,
  type UnusableFile,
  unusableFileReply,
} from '../../src/format/files/trouble.ts';
import { MOST_BYTES, pictureFormat } from '../../src/photos/picture.ts';
import type { PictureReading } from '../../src/photos/reader.ts';
import type { TableSummary } from '../../src/tables/job.ts';
import { viewOf } from '../define.ts';
import { answerPhoto } from './photo.ts';
import { partStart } from './plan.ts';
import { answerTable } from './table.ts';
import { answerText, findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file with a table. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Time limit for reading a file again. */
const READ_AGAIN_MS = 30_000;
/** Pictures, by type or name, may have more bytes than tables. */
const PICTURE = /^image\/|\.(?:png|jpe?g|gif|bmp|webp|hei[cf]|avif|tiff?)$/i;
/** So may documents, which are read by their pages. */
const DOCUMENT = /^application\/pdf$|\.pdf$/i;

/** Most bytes kept in memory while numbers are checked; a larger file is read again for its answer. */
const MOST_HELD_BYTES = 64 * 1024;
/** Why a file gets no turn. */
export const CROWDED = { person: 'too-many-yours', all: 'too-many-waiting' } as const;

/**
 * Answers a file: what it is, is told by its content alone. Of one that cannot be used the text beside it is
 * answered, if that has an IMEI: people write one below a picture of the receipt.
 */
export async function* answerFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const place = needs.fileTurns.enter(invocation.requester);
  const unusable =
    typeof place === 'string' ? { why: CROWDED[place] } : yield* answerInPlace(use, file, place);
  if (unusable === undefined) return;
  if ((await findingsIn(use)).found.length > 0) yield* answerText({ ...use, file: undefined });
  else yield unusableReply(use, file, unusable);
}

/** Answers the file in its turn; returns why if there is no answer. */
async function* answerInPlace(
  use: ImeiUse,
  file: FileReference,
  place: QueuePosition,
): AsyncGenerator<Reply, Unusable | undefined, void> {
  const { needs, invocation } = use;
  const view = viewOf(needs, invocation);
  try {
    yield isCalledPicture(file) ? readingPhotoReply(view) : readingFileReply(view, file.name);
    const content = await place.turn(() => contentOf(use, file), invocation.signal);
    if (content.kind === 'unusable') return content;
    if (content.kind === 'table') return yield* answerTable(use, { file, place, ...content });
    // The picture has been read, and its checks do not need its bytes.
    place.leave();
    return yield* answerPhoto(use, content.reading);
  } finally {
    place.leave();
  }
}

/** Why there is no answer, and what of the file was read. */
type Unusable = Pick<UnusableFile, 'why' | 'coverage'>;

/** What a file holds. */
export type Content =
  | ({ readonly kind: 'unusable' } & Unusable)
  | { readonly kind: 'picture'; readonly reading: PictureReading }
  | {
      readonly kind: 'table';
      readonly summary: TableSummary;
      readonly readAgain: () => Promise<Uint8Array | undefined>;
    };

/** Fetches the file and reads it: all that is done in its turn, after which nothing is left of its bytes. */
export async function contentOf(use: ImeiUse, file: FileReference): Promise<Content> {
  const { needs, invocation } = use;
  const bytes = await readWhole(use, file, invocation.signal);
  if (typeof bytes === 'string') return { kind: 'unusable', why: bytes };
  if (pictureFormat(bytes) !== undefined) {
    return { kind: 'picture', reading: await needs.readBarcodes(bytes, invocation.signal) };
  }
  const held = bytes.byteLength <= MOST_HELD_BYTES ? bytes : undefined;
  const reading = await needs.tables.read(bytes, needs.settings.batchMax, invocation.signal, partStart(use));
  if (!reading.ok) return { kind: 'unusable', why: reading.why, coverage: reading.coverage };
  const readAgain = async (): Promise<Uint8Array | undefined> => {
    const again = held ?? (await readWhole(use, file, AbortSignal.timeout(READ_AGAIN_MS)));
    return typeof again === 'string' ? undefined : again;
  };
  return { kind: 'table', summary: reading.summary, readAgain };
}

async function readWhole(
  { needs, invocation }: ImeiUse,
  file: FileReference,
  signal: AbortSignal,
): Promise<Uint8Array | FileUnreadable['why']> {
  try {
    return await needs.readFile(file, {
      requester: invocation.requester,
      maxBytes: maxBytesOf(file),
      signal,
    });
  } catch (error) {
    if (error instanceof FileUnreadable) return error.why;
    if (!invocation.signal.aborted && signal.aborted) return 'failed';
    throw error;
  }
}

function maxBytesOf(file: FileReference): number {
  return isCalledPicture(file) || isCalledDocument(file) ? MOST_BYTES : MAX_BYTES;
}

function isCalledPicture({ contentType, name }: FileReference): boolean {
  return PICTURE.test(contentType ?? name);
}

function isCalledDocument({ contentType, name }: FileReference): boolean {
  return DOCUMENT.test(contentType ?? '') || DOCUMENT.test(name);
}

function unusableReply({ needs, invocation, rows }: ImeiUse, file: FileReference, unusable: Unusable): Reply {
  const view = viewOf(needs, invocation);
  const isGone = rows !== undefined && (unusable.why === 'gone' || unusable.why === 'failed');
  if (isGone) return goneBetweenPartsReply(view, file.name);
  return unusable.why === 'too-large' && isCalledPicture(file)
    ? pictureProblemReply(view, { kind: 'too-large', mostBytes: MOST_BYTES })
    : unusableFileReply(view, { ...unusable, name: file.name, maxBytes: maxBytesOf(file) });
}
