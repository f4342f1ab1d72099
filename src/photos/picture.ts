import { pictureHeader } from './header.ts';

/** Larger files are refused: 20 MB. */
export const MOST_BYTES = 20 * 1_024 * 1_024;
/** Pictures of more pixels are refused by their header: a small file can unfold to gigabytes. */
const MOST_MEGAPIXELS = 50;
/** So many megapixels can be decoded whatever the format; of more only what the decoder does with little memory. */
const SURE_MEGAPIXELS = 13;

/** Why no code can be looked for on what somebody sent. */
export type PictureProblem =
  | { readonly kind: 'too-large'; readonly mostBytes: number }
  | { readonly kind: 'too-many-pixels'; readonly megapixels: number; readonly mostMegapixels: number }
  /** A picture in a format that is not read here, such as HEIC: `format` in capitals. */
  | { readonly kind: 'unknown-format'; readonly format: string }
  | { readonly kind: 'no-picture' }
  /** It begins like a picture, but cannot be decoded. */
  | { readonly kind: 'broken' }
  /** The time limit for one picture was reached. */
  | { readonly kind: 'too-slow' };

/** The formats whose pixels can be read. */
const READ: ReadonlySet<string> = new Set(['png', 'jpg', 'gif', 'bmp']);

/** The name of the picture format (`png`, `webp`) that the first bytes of a file belong to; nothing for other files. */
export function pictureFormat(file: Uint8Array): string | undefined {
  return pictureHeader(file)?.format;
}

/** Whether a picture may be decoded in a way that takes some ten bytes a pixel, or twenty where it is heavy. */
export function isDecodedTwice(file: Uint8Array): boolean {
  const isHeavy = pictureHeader(file)?.isHeavy === true;
  return megapixelsOf(file) <= (isHeavy ? SURE_MEGAPIXELS / 2 : SURE_MEGAPIXELS);
}

/** Pixels of a picture by its header, in millions; 0 for files that are none. */
export function megapixelsOf(file: Uint8Array): number {
  const { width, height } = pictureHeader(file) ?? { width: 0, height: 0 };
  return (width * height) / 1e6;
}

/** What is wrong with a picture by its size and its header, before anything is decoded; nothing when it is fine. */
export function pictureProblem(file: Uint8Array): PictureProblem | undefined {
  if (file.byteLength > MOST_BYTES) return { kind: 'too-large', mostBytes: MOST_BYTES };
  const header = pictureHeader(file);
  if (header === undefined) return { kind: 'no-picture' };
  if (!READ.has(header.format)) return { kind: 'unknown-format', format: header.format.toUpperCase() };
  const megapixels = megapixelsOf(file);
  if (megapixels === 0) return { kind: 'broken' };
  return megapixels > MOST_MEGAPIXELS ? tooManyPixels(file) : undefined;
}

/** A picture that would take more memory than there is for one. */
export function tooManyPixels(file: Uint8Array): PictureProblem {
  return { kind: 'too-many-pixels', megapixels: megapixelsOf(file), mostMegapixels: SURE_MEGAPIXELS };
}
