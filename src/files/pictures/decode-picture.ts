import { createRequire } from 'node:module';
import { decode as decodeBmp } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { Unusable } from '../work/unusable-file.ts';
import { type GreyPicture, pipelineOf, toGrey } from './grey.ts';
import { pictureFormat } from './picture-format.ts';

/** The part of libheif-js that is used. */
interface Heif {
  readonly ready: Promise<unknown>;
  readonly HeifDecoder: new () => {
    decode(
      file: Uint8Array,
    ): readonly { readonly handle: object; get_width(): number; get_height(): number }[];
  };
  readonly heif_colorspace: { readonly heif_colorspace_YCbCr: object };
  readonly heif_chroma: { readonly heif_chroma_420: object };
  /** The result has no `channels` if decoding fails. `stride`: how many bytes a row takes. */
  heif_js_decode_image2(
    handle: object,
    colorspace: object,
    chroma: object,
  ): {
    readonly channels?: readonly (GreyPicture & {
      readonly stride: number;
      readonly bits_per_pixel: number;
    })[];
  };
}

/** A picture whose pixels can be read, and its size once it is upright. */
interface OpenedPicture {
  readonly pipeline: Sharp;
  readonly width: number;
  readonly height: number;
}

const MEGA = 1e6;
/** Larger pictures are made smaller. */
const MAX_READ = 12.5 * MEGA;
/** HEIC and AVIF are decoded at full size, which takes about 10 and 18 bytes a pixel. */
const MAX_MEGAPIXELS = { heic: 30, avif: 20, other: 50 };

/**
 * Decodes a picture, upright and with at most 12.5 megapixels.
 * @throws Unusable
 */
export async function decodePicture(file: Uint8Array): Promise<GreyPicture> {
  try {
    const { pipeline, width, height } = await openPicture(file);
    const scale = Math.sqrt(MAX_READ / (width * height));
    return await toGrey(scale < 1 ? pipeline.resize(Math.round(width * scale)) : pipeline);
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable('broken', error);
  }
}

async function openPicture(file: Uint8Array): Promise<OpenedPicture> {
  const format = pictureFormat(file);
  if (format === 'heic') return openHeic(file);
  if (format === 'bmp') return openBmp(Buffer.from(file));
  const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata();
  refuseLarge(autoOrient, format === 'avif' ? MAX_MEGAPIXELS.avif : undefined);
  const options = { limitInputPixels: MAX_MEGAPIXELS.other * MEGA, failOn: 'none' } as const;
  return {
    ...autoOrient,
    pipeline: sharp(file, options).autoOrient().flatten({ background: '#fff' }),
  };
}

/** @throws Unusable if it has too many pixels */
function refuseLarge(
  { width, height }: Pick<OpenedPicture, 'width' | 'height'>,
  most = MAX_MEGAPIXELS.other,
): void {
  if (width * height > most * MEGA) throw new Unusable('too-many-pixels');
}

/**
 * sharp has no decoder of HEIC. Only the brightness is decoded: colors take five times the memory.
 */
async function openHeic(file: Uint8Array): Promise<OpenedPicture> {
  const heif = loadHeif();
  await heif.ready;
  const [picture] = new heif.HeifDecoder().decode(file);
  if (picture === undefined) throw new Unusable('broken');
  refuseLarge({ width: picture.get_width(), height: picture.get_height() }, MAX_MEGAPIXELS.heic);
  const colorspace = heif.heif_colorspace.heif_colorspace_YCbCr;
  const chroma = heif.heif_chroma.heif_chroma_420;
  const [brightness] =
    heif.heif_js_decode_image2(picture.handle, colorspace, chroma).channels ?? [];
  if (brightness?.bits_per_pixel !== 8) throw new Unusable('broken');
  const { data, width, height, stride } = brightness;
  const padded = pipelineOf({ data, width: stride, height });
  return { pipeline: padded.extract({ left: 0, top: 0, width, height }), width, height };
}

function loadHeif(): Heif {
  try {
    return createRequire(import.meta.url)('libheif-js/wasm-bundle');
  } catch (error) {
    throw new Unusable('no-heic-decoder', error);
  }
}

/** sharp cannot read BMP. */
function openBmp(file: Buffer): OpenedPicture {
  // Its other order of the colors damages pictures with 2 or 16 of them.
  const { data, width, height } = decodeBmp(file);
  refuseLarge({ width, height });
  const pixels = Buffer.from(data).swap32();
  return {
    pipeline: sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha(),
    width,
    height,
  };
}
