import sharp, { type Sharp } from 'sharp';

/** A picture with one byte a pixel: 0 is black. */
export interface GreyPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Factor by which the contrast between a shape and its surroundings grows. */
const FLATTENED_CONTRAST = 1.5;
/** Blur that leaves only the surroundings: its standard deviation in pixels. */
const SURROUNDINGS_SIGMA = 30;

/**
 * The largest share of pixels at which bright changes to dark or back: pages and screens have 1 to
 * 11 %. A rougher picture is noise, in which Tesseract would look for lines for minutes.
 */
const MAX_ROUGH = 0.12;
/** Looking at each seventh pixel is enough: each stands for seven. */
const STEP = 7;

/**
 * Runs a pipeline of sharp and returns its grey pixels.
 * @param pipeline without transparency
 */
export async function toGrey(pipeline: Sharp): Promise<GreyPicture> {
  const { data, info } = await pipeline.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A pipeline of sharp that begins with these pixels. */
export function pipelineOf({ data, width, height }: GreyPicture): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** Returns the picture in another size; with 0.5 at half its width and height. */
export function scaled(picture: GreyPicture, scale: number): Promise<GreyPicture> {
  return toGrey(pipelineOf(picture).resize(Math.max(1, Math.round(picture.width * scale))));
}

/**
 * Returns the picture rotated clockwise. The new corners get the middle shade: bright ones would
 * outshine the text of a dark picture.
 */
export function rotated(picture: GreyPicture, degrees: number): Promise<GreyPicture> {
  const shade = Math.round(midShadeOf(picture));
  return toGrey(
    pipelineOf(picture).rotate(degrees, { background: { r: shade, g: shade, b: shade } }),
  );
}

/** Returns the picture blurred. `sigma`: the standard deviation in pixels. */
export function blurred(picture: GreyPicture, sigma: number): Promise<GreyPicture> {
  return toGrey(pipelineOf(picture).blur(sigma));
}

/** Returns the picture without shadows and large dark areas. */
export async function flattened(picture: GreyPicture): Promise<GreyPicture> {
  const around = await blurred(picture, SURROUNDINGS_SIGMA);
  const data = picture.data.map((shade, index) => {
    const contrast = shade - (around.data[index] ?? shade);
    return Math.min(255, Math.max(0, 128 + FLATTENED_CONTRAST * contrast));
  });
  return { ...picture, data };
}

/** The picture as a file that zxing and Tesseract read. Format: Netpbm, "pgm". */
export function pgmOf({ data, width, height }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), data]);
}

/** Whether bright and dark pixels alternate more often than on pages and screens. */
export function isRough(picture: GreyPicture): boolean {
  const { data } = picture;
  const midShade = midShadeOf(picture);
  const isBright = (index: number): boolean => (data[index] ?? 0) > midShade;
  let changes = 0;
  for (let index = 1; index < data.length; index += STEP) {
    if (isBright(index - 1) !== isBright(index)) changes += STEP;
  }
  return changes > MAX_ROUGH * data.length;
}

/** Returns the picture with its shades inverted if most of it is dark. */
export function withBrightBackground(picture: GreyPicture): GreyPicture {
  const { data } = picture;
  const midShade = midShadeOf(picture);
  let dark = 0;
  for (let index = 0; index < data.length; index += STEP) {
    if ((data[index] ?? 0) <= midShade) dark += STEP;
  }
  if (2 * dark < data.length) return picture;
  return { ...picture, data: data.map((shade) => 255 - shade) };
}

/** The shade half-way between the darkest and the brightest of each seventh pixel: no median. */
export function midShadeOf({ data }: GreyPicture): number {
  let darkest = 255;
  let brightest = 0;
  for (let index = 0; index < data.length; index += STEP) {
    darkest = Math.min(darkest, data[index] ?? darkest);
    brightest = Math.max(brightest, data[index] ?? brightest);
  }
  return (darkest + brightest) / 2;
}
