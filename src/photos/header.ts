import { heicSize } from './containers/heic.ts';
import { type Size as Pixels, webpFrame } from './containers/webp.ts';

/** What the first bytes of a picture say about it; 0 pixels if the header is truncated or the format is only recognised. */
export interface PictureHeader extends Pixels {
  /** `png`, `jpg`, `gif`, `bmp`, `webp`, `heic`, `pdf`, or the name of a format that is only recognised. */
  readonly format: string;
  /** A JPEG that needs far more memory because all pixels are held at once: it is progressive or has four colours. */
  readonly isHeavy?: boolean;
}

type Size = Omit<PictureHeader, 'format'>;

const UNKNOWN_SIZE: Size = { width: 0, height: 0 };
/** What is said of the size further inside of a file. */
const CONTAINERS: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
  webp: (bytes) => {
    const { width, height } = webpFrame(bytes) ?? UNKNOWN_SIZE;
    return { width, height };
  },
  heic: heicSize,
};
/** ISO 14496-12 brands of pictures. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
    (brand) => [brand, 'heic'] as const,
  ),
  ...['avif', 'avis'].map((brand) => [brand, 'avif'] as const),
]);
/** Formats that phones and scanners save pictures in, by their first bytes. */
const NAMED: readonly (readonly [string, readonly number[]])[] = [
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['tiff', [0x49, 0x49, 0x2b, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2b]],
  ['jxl', [0xff, 0x0a]],
  ['jxl', [0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20]],
  ['jp2', [0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20]],
];
/** A PDF may begin anywhere in so many bytes, and end in as many. Source: PDF 1.7, H.3. */
const PDF_WITHIN = 1_024;
/** A JPEG has some twenty segments before its size; a file with hundreds is hostile. */
const MOST_SEGMENTS = 500;
/** ITU-T T.81, table B.1: the frame markers; C4, C8 and CC are not frames. */
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
const PROGRESSIVE: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce]);
const COLOURS = 3;
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** OS/2 headers have sizes of two bytes. Source: "BMP file format", BITMAPCOREHEADER. */
const CORE_HEADER_BYTES = 12;

/**
 * Returns the header of a picture; undefined for other files. Takes a bounded number of steps, since it runs in the main
 * thread.
 */
export function pictureHeader(file: Uint8Array): PictureHeader | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return { format: 'png', ...sizeOfPng(bytes) };
  if (text(0, 3) === '\xff\xd8\xff') return { format: 'jpg', ...sizeOfJpeg(bytes) };
  if (/^GIF8[79]a/.test(text(0, 6))) return { format: 'gif', ...sizeAt(bytes, 6, 'le16') };
  // Every BMP has these four zero bytes, which a text starting with "BM" does not have.
  if (text(0, 2) === 'BM' && text(6, 10) === '\0\0\0\0') return { format: 'bmp', ...sizeOfBmp(bytes) };
  if (isPdf(text, bytes.length)) return { format: 'pdf', ...UNKNOWN_SIZE };
  const format = nameOf(bytes, text);
  return format === undefined ? undefined : { format, ...(CONTAINERS[format]?.(bytes) ?? UNKNOWN_SIZE) };
}

/** What is in front of it, as some printers write it, is left out by whatever reads a PDF; a list that only names one has no end of one. */
function isPdf(text: (from: number, to: number) => string, length: number): boolean {
  const at = text(0, PDF_WITHIN).search(/%PDF-\d/);
  return at === 0 || (at > 0 && text(Math.max(0, length - PDF_WITHIN), length).includes('%%EOF'));
}

function nameOf(bytes: Buffer, text: (from: number, to: number) => string): string | undefined {
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (text(4, 8) === 'ftyp') return BRANDS.get(text(8, 12));
  return NAMED.find(([, magic]) => magic.every((byte, index) => bytes[index] === byte))?.[0];
}

function sizeOfPng(bytes: Buffer): Size {
  return bytes.toString('latin1', 12, 16) === 'IHDR' ? sizeAt(bytes, 16, 'be32') : UNKNOWN_SIZE;
}

function sizeOfBmp(bytes: Buffer): Size {
  if (bytes.length < 18) return UNKNOWN_SIZE;
  return sizeAt(bytes, 18, bytes.readUInt32LE(14) === CORE_HEADER_BYTES ? 'le16' : 'le32');
}

/** Walks from segment to segment until one states the size. */
function sizeOfJpeg(bytes: Buffer): Size {
  let at = 2;
  for (let segments = 0; segments < MOST_SEGMENTS && at + 9 <= bytes.length; segments += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return UNKNOWN_SIZE;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.has(marker)) {
      const isHeavy = PROGRESSIVE.has(marker) || (bytes[at + 9] ?? 0) > COLOURS;
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), isHeavy };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return UNKNOWN_SIZE;
}

/** Width and height in sequence; a BMP with negative height stores its rows from the top. */
function sizeAt(bytes: Buffer, at: number, form: 'le16' | 'le32' | 'be32'): Size {
  const step = form === 'le16' ? 2 : 4;
  if (at + 2 * step > bytes.length) return UNKNOWN_SIZE;
  const read = (from: number): number => {
    if (form === 'le16') return bytes.readUInt16LE(from);
    return Math.abs(form === 'le32' ? bytes.readInt32LE(from) : bytes.readUInt32BE(from));
  };
  return { width: read(at), height: read(at + step) };
}
