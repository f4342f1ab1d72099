import { pictureHeader } from './header.ts';

/** Most bytes of a picture: 20 MB. */
export const MOST_BYTES = 20 * 1_024 * 1_024;
/** Most megapixels by the header: a small file can unpack to gigabytes. */
const MOST_MEGAPIXELS = 50;
/** Most megapixels that can be decoded in any format; above that only formats the decoder handles with little memory. */
const SURE_MEGAPIXELS = 13;

/** Why a picture cannot be searched for codes. */
export type PictureProblem =
  | { readonly kind: 'too-large'; readonly mostBytes: number }
  | { readonly kind: 'too-many-pixels'; readonly megapixels: number; readonly mostMegapixels: number }
  /** A recognised but unsupported format such as AVIF, or HEIC without its decoder; `format` in capitals. */
  | { readonly kind: 'unknown-format'; readonly format: string }
  | { readonly kind: 'no-picture' }
  /** Starts like a picture, or a document with pages, but cannot be decoded. */
  | { readonly kind: 'broken'; readonly isDocument?: boolean }
  /** A document that cannot be opened without a password. */
  | { readonly kind: 'locked' }
  /** A document that would need more memory than allowed: its pages say nothing of their pixels. */
  | { readonly kind: 'too-much' }
  /** The time limit for one picture or document was reached. */
  | { readonly kind: 'too-slow'; readonly isDocument?: boolean };

/** What has pages, whose size in pixels is what they are drawn at. */
const DOCUMENT = 'pdf';
/** The formats whose pixels can be read, and how many of them. */
const MEGAPIXELS: Readonly<Record<string, number>> = {
  png: MOST_MEGAPIXELS,
  jpg: MOST_MEGAPIXELS,
  gif: MOST_MEGAPIXELS,
  bmp: MOST_MEGAPIXELS,
  webp: SURE_MEGAPIXELS,
  heic: MOST_MEGAPIXELS,
};

/** The format (`png`, `webp`) by the first bytes of a file; undefined for other files. */
export function pictureFormat(file: Uint8Array): string | undefined {
  return pictureHeader(file)?.format;
}

/** Whether a file has pages. */
export function isDocument(file: Uint8Array): boolean {
  return pictureFormat(file) === DOCUMENT;
}

/** Whether a picture may be decoded in a way that takes some ten bytes a pixel, or twenty for a heavy one. */
export function isDecodedTwice(file: Uint8Array): boolean {
  const isHeavy = pictureHeader(file)?.isHeavy === true;
  return megapixelsOf(file) <= (isHeavy ? SURE_MEGAPIXELS / 2 : SURE_MEGAPIXELS);
}

/** Megapixels by the header; 0 for files that are no picture. */
export function megapixelsOf(file: Uint8Array): number {
  const { width, height } = pictureHeader(file) ?? { width: 0, height: 0 };
  return (width * height) / 1e6;
}

/** The problem with a picture by its size and header, before decoding; undefined if there is none. */
export function pictureProblem(file: Uint8Array): PictureProblem | undefined {
  if (file.byteLength > MOST_BYTES) return { kind: 'too-large', mostBytes: MOST_BYTES };
  const header = pictureHeader(file);
  if (header === undefined) return { kind: 'no-picture' };
  if (header.format === DOCUMENT) return undefined;
  const most = MEGAPIXELS[header.format];
  if (most === undefined) return unknownFormat(file);
  const megapixels = megapixelsOf(file);
  if (megapixels === 0) return { kind: 'broken' };
  return megapixels > most ? tooManyPixels(file) : undefined;
}

/** What is told of a picture for each reason why nothing could be read on it. */
export function problemsOf(
  file: Uint8Array,
): Readonly<Record<'broken' | 'locked' | 'unknown' | 'too-much' | 'too-slow', PictureProblem>> {
  const hasPages = isDocument(file);
  const of = hasPages ? { isDocument: true } : {};
  return {
    broken: { kind: 'broken', ...of },
    locked: { kind: 'locked' },
    unknown: unknownFormat(file),
    'too-much': hasPages ? { kind: 'too-much' } : tooManyPixels(file),
    'too-slow': { kind: 'too-slow', ...of },
  };
}

/** The problem of a picture that nobody here can decode. */
function unknownFormat(file: Uint8Array): PictureProblem {
  return { kind: 'unknown-format', format: pictureFormat(file)?.toUpperCase() ?? '' };
}

/** The problem of a picture that would need more memory than allowed. */
function tooManyPixels(file: Uint8Array): PictureProblem {
  return { kind: 'too-many-pixels', megapixels: megapixelsOf(file), mostMegapixels: SURE_MEGAPIXELS };
}
