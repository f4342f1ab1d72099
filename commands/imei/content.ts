import { FileUnreadable } from '../../src/core/adapter.ts';
import type { FileReference } from '../../src/core/options.ts';
import { MOST_BYTES, type PictureRead, type PictureReading } from '../../src/files/photos/contract.ts';
import { isCalledPicture, pictureFormat } from '../../src/files/photos/format.ts';
import type { Coverage, TableNumbers } from '../../src/files/tables/contract.ts';
import type { UnusableFile } from '../../src/format/files/trouble.ts';
import type { Findings } from '../../src/imei/findings.ts';
import type { ImeiUse } from './use.ts';

/** Most bytes of a file that is no picture. */
const MOST_TABLE_BYTES = 5 * 1024 * 1024;
/** Time limit for reading a file again. */
const READ_AGAIN_MS = 30_000;
/** Most bytes kept in memory while numbers are checked; a larger file is read again for its answer. */
const MOST_HELD_BYTES = 64 * 1024;

/** What a file holds. */
export type Content =
  | { readonly kind: 'unusable'; readonly why: UnusableFile['why']; readonly coverage?: Coverage | undefined }
  | { readonly kind: 'unreadable'; readonly picture: PictureReading & { readonly ok: false } }
  | { readonly kind: 'picture'; readonly reading: PictureRead }
  | { readonly kind: 'text'; readonly findings: Findings; readonly isCut: boolean }
  | {
      readonly kind: 'table';
      readonly table: TableNumbers;
      /** Resolves with undefined if the file is no longer available. */
      readonly readAgain: () => Promise<Uint8Array | undefined>;
    };

/** Fetches a file and reads it, in its turn. What it is, its content alone says. */
export async function contentOf(use: ImeiUse, file: FileReference): Promise<Content> {
  const { needs, invocation } = use;
  const { signal } = invocation;
  const bytes = await fetched(use, file, signal);
  if (bytes === 'too-large' && isCalledPicture(file))
    return { kind: 'unreadable', picture: { ok: false, problem: bytes, isPdf: false } };
  if (typeof bytes === 'string') return { kind: 'unusable', why: bytes };
  if (pictureFormat(bytes) !== undefined) {
    const reading = await needs.readPicture(bytes, signal);
    return reading.ok ? { kind: 'picture', reading } : { kind: 'unreadable', picture: reading };
  }
  if (bytes.byteLength > MOST_TABLE_BYTES) return { kind: 'unusable', why: 'too-large' };
  const reading = await readTable(use, { bytes, name: file.name });
  if (reading.kind !== 'table') return reading;
  const held = bytes.byteLength <= MOST_HELD_BYTES ? bytes : undefined;
  const readAgain = async (): Promise<Uint8Array | undefined> => {
    const again = held ?? (await fetched(use, file, AbortSignal.timeout(READ_AGAIN_MS)));
    return typeof again === 'string' ? undefined : again;
  };
  return { ...reading, readAgain };
}

/** A table with the columns that a person has confirmed. */
async function readTable(use: ImeiUse, question: { readonly bytes: Uint8Array; readonly name: string }) {
  const { needs, invocation, anyway, take } = use;
  const reading = await needs.tables.read({ ...question, columns: take }, invocation.signal);
  if (!anyway || reading.kind !== 'table' || reading.table.asked.length === 0) return reading;
  const columns = reading.table.asked.map(({ name }) => name);
  return needs.tables.read({ ...question, columns }, invocation.signal);
}

async function fetched(
  { needs, invocation }: ImeiUse,
  file: FileReference,
  signal: AbortSignal,
): Promise<Uint8Array | FileUnreadable['why']> {
  try {
    return await needs.readFile(file, { requester: invocation.requester, maxBytes: MOST_BYTES, signal });
  } catch (error) {
    if (error instanceof FileUnreadable) return error.why;
    if (!invocation.signal.aborted && signal.aborted) return 'failed';
    throw error;
  }
}
