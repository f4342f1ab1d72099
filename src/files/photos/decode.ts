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

/** The part of libheif-js that is used. */
interface Heif {
  readonly ready: Promise<unknown>;
  readonly HeifDecoder: new () => { decode(file: Uint8Array): readonly HeicPicture[] };
  readonly heif_colorspace: { readonly heif_colorspace_YCbCr: object };
  readonly heif_chroma: { readonly heif_chroma_420: object };
  /** Without `channels` if it fails. */
  heif_js_decode_image2(
    handle: object,
    colorspace: object,
    chroma: object,
  ): { readonly channels?: readonly Plane[] };
}

interface HeicPicture {
  readonly handle: object;
  get_width(): number;
  get_height(): number;
}

interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Bytes of a row. */
  readonly stride: number;
  readonly bits_per_pixel: number;
}

const MEGA = 1e6;
/** Larger pictures are made smaller. */
const MOST_READ = 12.5 * MEGA;
/** Decoding HEIC takes some ten bytes a pixel. */
const MOST_HEIC_MEGAPIXELS = 30;
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
  if (format === 'heic') return openHeic(file);
  if (format === 'bmp') return openBmp(file);
  const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata();
  limit(autoOrient);
  const limitInputPixels = MOST_MEGAPIXELS * MEGA;
  const pipeline = sharp(file, { limitInputPixels, failOn: 'none' })
    .autoOrient()
    .flatten({ background: '#fff' });
  return { pipeline, pixels: autoOrient };
}

function limit({ width, height }: Opened['pixels'], most = MOST_MEGAPIXELS): void {
  if (width * height > most * MEGA) throw new Unreadable('too-many-pixels');
}

/** sharp has no decoder of HEIC. Only the brightness is decoded: colours take five times the memory. */
async function openHeic(file: Uint8Array): Promise<Opened> {
  const heif = loadHeif();
  await heif.ready;
  const [picture] = new heif.HeifDecoder().decode(file);
  if (picture === undefined) throw new Unreadable('broken');
  limit({ width: picture.get_width(), height: picture.get_height() }, MOST_HEIC_MEGAPIXELS);
  const [colorspace, chroma] = [heif.heif_colorspace.heif_colorspace_YCbCr, heif.heif_chroma.heif_chroma_420];
  const { channels } = heif.heif_js_decode_image2(picture.handle, colorspace, chroma);
  const [brightness] = channels ?? [];
  if (brightness === undefined) throw new Unreadable('broken');
  if (brightness.bits_per_pixel !== 8) throw new Unreadable('unknown-format');
  const { data, width, height, stride } = brightness;
  const pipeline = sharp(data, { raw: { width: stride, height, channels: 1 } });
  return { pipeline: pipeline.extract({ left: 0, top: 0, width, height }), pixels: { width, height } };
}

function loadHeif(): Heif {
  const require = createRequire(import.meta.url);
  try {
    return require('libheif-js/wasm-bundle');
  } catch (error) {
    throw new Unreadable('no-heic-decoder', error);
  }
}

/** sharp cannot read BMP. */
function openBmp(file: Uint8Array): Opened {
  if (file.byteLength < BMP_HEADER_BYTES) throw new Unreadable('broken');
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  limit({
    width: bytes.readUInt32LE(BMP_SIZE_AT.width),
    height: Math.abs(bytes.readInt32LE(BMP_SIZE_AT.height)),
  });
  const { data, width, height } = decodeBmp(bytes, { toRGBA: true });
  const pipeline = sharp(data, { raw: { width, height, channels: 4 } });
  return { pipeline: pipeline.removeAlpha(), pixels: { width, height } };
}
