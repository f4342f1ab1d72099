import sharp, { type Sharp } from 'sharp';

/** A picture with one byte a pixel: 0 is black. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Of 255: between a shape and its surroundings, which shadows change slowly. */
const FLATTENED_CONTRAST = 1.5;
const SURROUNDINGS = 30;

/** Of pages and screens it is 1 to 11 %. In noise, Tesseract looks for lines for minutes. */
const MAX_ROUGH = 0.12;
/** One of so many pixels says as much about a picture. */
const STEP = 7;

sharp.cache(false);
sharp.concurrency(1);

/** Runs a pipeline of sharp and returns its grey pixels. */
export async function toGrey(pipeline: Sharp): Promise<Grey> {
  const { data, info } = await pipeline.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A pipeline of sharp for a picture. */
export function pipelineOf({ data, width, height }: Grey): Sharp {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** Returns the picture at another size. */
export function scaled(picture: Grey, scale: number): Promise<Grey> {
  return toGrey(pipelineOf(picture).resize(Math.max(1, Math.round(picture.width * scale))));
}

/** Returns the picture turned clockwise. On a dark one, bright corners would outshine the text. */
export function turned(picture: Grey, degrees: number): Promise<Grey> {
  const shade = Math.round(middleOf(picture.data));
  return toGrey(
    pipelineOf(picture).rotate(degrees, { background: { r: shade, g: shade, b: shade } }),
  );
}

/** Returns the picture a little blurred. */
export function blurred(picture: Grey, sigma: number): Promise<Grey> {
  return toGrey(pipelineOf(picture).blur(sigma));
}

/** Returns the picture without shadows and large dark areas. */
export async function flattened(picture: Grey): Promise<Grey> {
  const around = await blurred(picture, SURROUNDINGS);
  const flat = (shade: number, pixel: number) =>
    128 + FLATTENED_CONTRAST * (shade - (around.data[pixel] ?? shade));
  return {
    ...picture,
    data: picture.data.map((shade, pixel) => Math.min(255, Math.max(0, flat(shade, pixel)))),
  };
}

/** The picture as a file that zxing and Tesseract read. Source: Netpbm, "pgm". */
export function pgmOf({ data, width, height }: Grey): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), data]);
}

/** Whether more neighbouring pixels differ, one bright and one dark, than on pages and screens. */
export function isRough({ data }: Grey): boolean {
  const middle = middleOf(data);
  let changes = 0;
  for (let pixel = 1; pixel < data.length; pixel += STEP)
    if ((data[pixel - 1] ?? 0) > middle !== (data[pixel] ?? 0) > middle) changes += STEP;
  return changes > MAX_ROUGH * data.length;
}

/** Returns the picture with its shades inverted if most of it is dark. */
export function onBright(picture: Grey): Grey {
  const middle = middleOf(picture.data);
  let dark = 0;
  for (let pixel = 0; pixel < picture.data.length; pixel += STEP)
    if ((picture.data[pixel] ?? 0) <= middle) dark += STEP;
  if (2 * dark < picture.data.length) return picture;
  return { ...picture, data: picture.data.map((shade) => 255 - shade) };
}

/** The shade between the darkest and the brightest. */
export function middleOf(data: Uint8Array): number {
  let darkest = 255;
  let brightest = 0;
  for (let pixel = 0; pixel < data.length; pixel += STEP) {
    darkest = Math.min(darkest, data[pixel] ?? darkest);
    brightest = Math.max(brightest, data[pixel] ?? brightest);
  }
  return (darkest + brightest) / 2;
}

type Point = readonly [x: number, y: number];

const MEASURED = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const;
const MAX_POINTS = 12_000;
/** Of 255: the least difference of neighbours at an edge. */
const EDGE = 24;
const MAX_DEGREES = 45;
const MIN_DEGREES = 2;
/** How much more uneven the rows have to be than those of the picture as it is. */
const MIN_GAIN = 1.3;

/**
 * The degrees by which level and upright lines lean clockwise: at the right angle, edges fall into
 * few rows and columns.
 */
export async function leanOf(picture: Grey): Promise<number> {
  const small = await toGrey(pipelineOf(picture).resize(MEASURED).blur(1));
  const points = edgePoints(small);
  const reach = small.width + small.height;
  let best = { degrees: 0, unevenness: MIN_GAIN * unevenness(points, 0, reach) };
  for (let degrees = -MAX_DEGREES; degrees < MAX_DEGREES; degrees += 1) {
    const measured = { degrees, unevenness: unevenness(points, degrees, reach) };
    if (Math.abs(degrees) >= MIN_DEGREES && measured.unevenness > best.unevenness) best = measured;
  }
  return best.degrees;
}

/**
 * Some edges, each moved within its pixel: whole pixels would fall into rows of their own at 0 and
 * 45 degrees.
 */
function edgePoints({ data, width }: Grey): readonly Point[] {
  const edges: number[] = [];
  for (let pixel = width + 1; pixel < data.length; pixel += 1) {
    const here = data[pixel] ?? 0;
    if (
      Math.abs(here - (data[pixel - 1] ?? 0)) + Math.abs(here - (data[pixel - width] ?? 0)) >
      EDGE
    )
      edges.push(pixel);
  }
  const step = Math.ceil(edges.length / MAX_POINTS);
  return edges
    .filter((_, index) => index % step === 0)
    .map((pixel, index) => [
      (pixel % width) + ((index * 0.618) % 1),
      Math.floor(pixel / width) + ((index * 0.755) % 1),
    ]);
}

function unevenness(points: readonly Point[], degrees: number, reach: number): number {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rows = new Int32Array(4 * reach);
  const count = (row: number): void => {
    rows[row] = (rows[row] ?? 0) + 1;
  };
  for (const [x, y] of points) {
    count(Math.round(y * cos - x * sin) + reach);
    count(Math.round(x * cos + y * sin) + 3 * reach);
  }
  return rows.reduce((sum, points, row) => sum + (points - (rows[row - 1] ?? 0)) ** 2, 0);
}
