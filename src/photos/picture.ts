import { imageSize } from 'image-size';

/** Larger files are refused: 20 MB. */
export const MOST_BYTES = 20 * 1_024 * 1_024;
/** Larger pictures are refused: a small file can unfold to gigabytes. */
const MOST_MEGAPIXELS = 50;

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
/** Formats in which phones and scanners save pictures; others begin with bytes that any text may begin with. */
const PHOTOS: ReadonlySet<string> = new Set([...READ, 'webp', 'heic', 'heif', 'avif', 'tiff', 'jxl', 'jp2']);
/** Four bytes that are zero in every BMP, which a text that begins with "BM" does not have. */
const BMP_ZEROS = { from: 6, to: 10 };

/** The name of the picture format (`png`, `webp`) that the first bytes of a file belong to; nothing for other files. */
export function pictureFormat(file: Uint8Array): string | undefined {
  return pictureHeader(file)?.format;
}

/** What is wrong with a picture by its size and its header, before anything is decoded; nothing when it is fine. */
export function pictureProblem(file: Uint8Array): PictureProblem | undefined {
  if (file.byteLength > MOST_BYTES) return { kind: 'too-large', mostBytes: MOST_BYTES };
  const header = pictureHeader(file);
  if (header === undefined) return { kind: 'no-picture' };
  const { format, width, height } = header;
  if (!READ.has(format)) return { kind: 'unknown-format', format: format.toUpperCase() };
  if (!(width > 0 && height > 0)) return { kind: 'broken' };
  const megapixels = (width * height) / 1e6;
  return megapixels > MOST_MEGAPIXELS
    ? { kind: 'too-many-pixels', megapixels, mostMegapixels: MOST_MEGAPIXELS }
    : undefined;
}

/** What the first bytes of a picture tell of it. */
export interface PictureHeader {
  readonly format: string;
  readonly width: number;
  readonly height: number;
}

/** The header of a picture, nothing for files that are none. */
export function pictureHeader(file: Uint8Array): PictureHeader | undefined {
  try {
    const { type, width, height } = imageSize(file);
    if (type === undefined || !PHOTOS.has(type)) return undefined;
    if (type === 'bmp' && file.subarray(BMP_ZEROS.from, BMP_ZEROS.to).some((byte) => byte !== 0))
      return undefined;
    return { format: type, width, height };
  } catch {
    // The library throws for whatever it does not know, or that is cut off within the header.
    return undefined;
  }
}
