import type { Sheets } from './sheets.ts';

/** A picture in shades of grey, row by row: 0 is black, 255 white. */
export interface Grey {
  /** `width * height` bytes. */
  readonly pixels: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Whatever its letters looked like, they are black on white now. */
  readonly isInkBlack?: true;
}

type Size = Pick<Grey, 'width' | 'height'>;

/** How a picture is laid anew: turned clockwise by so many degrees, and enlarged. */
export interface Turn {
  /** Clockwise. */
  readonly degrees: number;
  /** 1 keeps the size. */
  readonly scale: number;
}

/** The colour outside of a turned picture. */
const WHITE = 255;
/** Radius in pixels of the neighbourhood a pixel is compared with for sharpening. */
const BLUR_RADIUS = 3;
/** The factor by which the difference is amplified. */
const SHARPNESS = 2;
/** Weights of red, green and blue in 1,024 (ITU-R BT.601). */
const RED = 306;
const GREEN = 601;
const BLUE = 117;

/** Converts RGBA pixels to grey. */
export function greyOf(rgba: Uint8Array, width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height);
  for (let index = 0, from = 0; index < pixels.length; index += 1, from += 4) {
    const sum = at(rgba, from) * RED + at(rgba, from + 1) * GREEN + at(rgba, from + 2) * BLUE;
    pixels[index] = sum >> 10;
  }
  return { pixels, width, height };
}

/** The whole picture turned round its middle and enlarged, between pixels by straight lines; on the first of the sheets. */
export function turned(grey: Grey, turn: Turn, sheets: Sheets): Grey {
  const { cos, sin, width, height } = frameOf(grey, turn);
  const pixels = sheets(0, width * height).fill(WHITE);
  for (let y = 0; y < height; y += 1) {
    const start = sourceOf(grey, turn, { x: 0.5, y: y + 0.5 });
    let fromX = start.x - 0.5;
    let fromY = start.y - 0.5;
    for (let x = 0; x < width; x += 1, fromX += cos / turn.scale, fromY -= sin / turn.scale) {
      const left = Math.floor(fromX);
      const upper = Math.floor(fromY);
      if (left < 0 || upper < 0 || left + 1 >= grey.width || upper + 1 >= grey.height) continue;
      const from = upper * grey.width + left;
      const above = between(grey.pixels, from, fromX - left);
      const below = between(grey.pixels, from + grey.width, fromX - left);
      pixels[y * width + x] = above + (below - above) * (fromY - upper);
    }
  }
  return { pixels, width, height };
}

/** The same pixels, turned by so many right angles against the clock. */
export function quarterTurned(grey: Grey, turns: number): Grey {
  if (turns % 4 === 0) return grey;
  const size = turns % 2 === 0 ? grey : { width: grey.height, height: grey.width };
  if (turns % 4 === 1) return laidAnew(grey, size, { from: grey.width - 1, across: grey.width, down: -1 });
  if (turns % 4 === 2)
    return laidAnew(grey, size, { from: grey.pixels.length - 1, across: -1, down: -grey.width });
  return laidAnew(grey, size, { from: grey.width * (grey.height - 1), across: -grey.width, down: 1 });
}

/** The same pixels, with left and right exchanged, or top and bottom. */
export function mirrored(grey: Grey, sides: 'left-right' | 'top-bottom'): Grey {
  const { width, height } = grey;
  return sides === 'left-right'
    ? laidAnew(grey, grey, { from: width - 1, across: -1, down: width })
    : laidAnew(grey, grey, { from: width * (height - 1), across: 1, down: -width });
}

/** Where the first pixel comes from, and how far apart there those of a row and of a column are. */
interface Way {
  readonly from: number;
  readonly across: number;
  readonly down: number;
}

function laidAnew(grey: Grey, { width, height }: Size, { from, across, down }: Way): Grey {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = at(grey.pixels, from + x * across + y * down);
  return { pixels, width, height };
}

/** The position in the original picture that is shown at `place` after the turn. */
export function sourceOf(
  grey: Size,
  turn: Turn,
  place: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  const { cos, sin, width, height } = frameOf(grey, turn);
  const right = (place.x - width / 2) / turn.scale;
  const down = (place.y - height / 2) / turn.scale;
  return {
    x: right * cos + down * sin + grey.width / 2,
    y: down * cos - right * sin + grey.height / 2,
  };
}

/** The position after the turn of what is at `place` in the original picture. */
export function shownAt(
  grey: Size,
  turn: Turn,
  place: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  const { cos, sin, width, height } = frameOf(grey, turn);
  const [right, down] = [place.x - grey.width / 2, place.y - grey.height / 2];
  return {
    x: (right * cos - down * sin) * turn.scale + width / 2,
    y: (right * sin + down * cos) * turn.scale + height / 2,
  };
}

/** Stresses the edges of the picture where it is, which brings back bars that blur has run together. */
export function sharpen({ pixels, width, height }: Grey, sheets: Sheets): void {
  const lying = sheets(1, pixels.length);
  const soft = sheets(2, pixels.length);
  average(pixels, lying, width, height);
  average(lying, soft, height, width);
  average(soft, lying, width, height);
  average(lying, soft, height, width);
  for (let index = 0; index < pixels.length; index += 1) {
    const sharp = at(pixels, index) + SHARPNESS * (at(pixels, index) - at(soft, index));
    pixels[index] = Math.min(WHITE, Math.max(0, sharp));
  }
}

/** Every pixel as the average of those around it in its row; the result lies on its side, so that twice does both. */
function average(pixels: Uint8Array, result: Uint8Array, width: number, height: number): void {
  const count = 2 * BLUR_RADIUS + 1;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const valueAt = (x: number): number => at(pixels, row + Math.min(width - 1, Math.max(0, x)));
    let sum = 0;
    for (let x = -BLUR_RADIUS; x <= BLUR_RADIUS; x += 1) sum += valueAt(x);
    for (let x = 0; x < width; x += 1) {
      result[x * height + y] = sum / count;
      sum += valueAt(x + BLUR_RADIUS + 1) - valueAt(x - BLUR_RADIUS);
    }
  }
}

/** The same turn, that makes the picture smaller where its frame would have more pixels than there may be. */
export function within(grey: Size, turn: Turn, mostPixels: number): Turn {
  const { width, height } = frameOf(grey, turn);
  return { ...turn, scale: turn.scale * Math.min(1, Math.sqrt(mostPixels / (width * height))) };
}

/** The size of the picture when it is laid so. */
export function frameOf({ width, height }: Size, { degrees, scale }: Turn) {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  return {
    cos,
    sin,
    width: Math.ceil((width * Math.abs(cos) + height * Math.abs(sin)) * scale),
    height: Math.ceil((width * Math.abs(sin) + height * Math.abs(cos)) * scale),
  };
}

/** The shade at a place between pixels; outside of the picture that of its nearest pixel. */
export function shadeAt({ pixels, width, height }: Grey, placeX: number, placeY: number): number {
  const x = Math.min(width - 1.001, Math.max(0, placeX - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, placeY - 0.5));
  const [left, upper] = [Math.floor(x), Math.floor(y)];
  const from = upper * width + left;
  const above = between(pixels, from, x - left);
  return above + (between(pixels, from + width, x - left) - above) * (y - upper);
}

function between(pixels: Uint8Array, from: number, share: number): number {
  const first = at(pixels, from);
  return first + (at(pixels, from + 1) - first) * share;
}

function at(pixels: Uint8Array, index: number): number {
  return pixels[index] ?? 0;
}
