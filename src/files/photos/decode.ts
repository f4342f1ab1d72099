import { createRequire } from 'node:module';
import { decode as decodeBmp } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { MOST_MEGAPIXELS, type PictureProblem } from './contract.ts';
import { pictureFormat } from './format.ts';
import { type Grey, toGrey } from './grey.ts';

/** A picture or a PDF cannot be read. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem, cause?: unknown) {
    super(`the picture cannot be read: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Pixels of four bytes. */
interface Colours {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A picture of a HEIC file, whose size is known before it is decoded. */
interface HeicPicture {
  readonly width: number;
  readonly height: number;
  decode(): Promise<Colours>;
}

interface HeicDecoder {
  all(options: { readonly buffer: Uint8Array }): Promise<HeicPicture[] & { dispose(): void }>;
}

const MEGA = 1e6;
/** Larger pictures are made smaller. */
const MOST_READ = 12.5 * MEGA;
/** heic-decode holds a picture three times, with four bytes a pixel. */
const MOST_HEIC_MEGAPIXELS = 25;
const BMP_SIZE_AT = { width: 18, height: 22 };
const BMP_HEADER_BYTES = 54;

/** Decodes a picture, upright and with at most 12.5 megapixels. Throws {@link Unreadable}. */
export async function decode(file: Uint8Array): Promise<Grey> {
  try {
    const { pipeline, pixels } = await open(file);
    const scale = Math.sqrt(MOST_READ / (pixels.width * pixels.height));
    const width = Math.round(pixels.width * scale);
    return await toGrey(scale < 1 ? pipeline.resize({ width }) : pipeline);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('broken', error);
  }
}

/** A picture that is not decoded yet, or not by sharp. */
interface Opened {
  readonly pipeline: Sharp;
  /** As a person sees it. */
  readonly pixels: { readonly width: number; readonly height: number };
}

async function open(file: Uint8Array): Promise<Opened> {
  const format = pictureFormat(file);
  if (format === undefined) throw new Unreadable('broken');
  if (format === 'heic') return opened(await heicPixels(file));
  if (format === 'bmp') return opened(bmpPixels(file));
  const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata();
  limit(autoOrient);
  const limitInputPixels = MOST_MEGAPIXELS * MEGA;
  const pipeline = sharp(file, { limitInputPixels, failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#fff' });
  return { pipeline, pixels: autoOrient };
}

function opened({ data, width, height }: Colours): Opened {
  const pipeline = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return { pipeline, pixels: { width, height } };
}

function limit({ width, height }: Opened['pixels'], most = MOST_MEGAPIXELS): void {
  if (width * height > most * MEGA) throw new Unreadable('too-many-pixels');
}

/** sharp cannot read HEIC: its patents keep the decoder out of the package. */
async function heicPixels(file: Uint8Array): Promise<Colours> {
  const pictures = await heicDecoder().all({ buffer: file });
  try {
    const [first] = pictures;
    if (first === undefined) throw new Unreadable('broken');
    limit(first, MOST_HEIC_MEGAPIXELS);
    return await first.decode();
  } finally {
    pictures.dispose();
  }
}

function heicDecoder(): HeicDecoder {
  try {
    return createRequire(import.meta.url)('heic-decode');
  } catch (error) {
    throw new Unreadable('no-heic-decoder', error);
  }
}

/** sharp cannot read BMP. */
function bmpPixels(file: Uint8Array): Colours {
  if (file.byteLength < BMP_HEADER_BYTES) throw new Unreadable('broken');
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  limit({
    width: bytes.readUInt32LE(BMP_SIZE_AT.width),
    height: Math.abs(bytes.readInt32LE(BMP_SIZE_AT.height)),
  });
  return decodeBmp(bytes, { toRGBA: true });
}
