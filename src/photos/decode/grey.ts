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
/** Of a pixel: what the sine of a turn by right angles is off 0 by adds no pixel to a side. */
const HARDLY = 1e-6;
/** Radius in pixels of the neighbourhood a pixel is compared with for sharpening. */
const BLUR_RADIUS = 3;
const BLUR_WIDTH = 2 * BLUR_RADIUS + 1;
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
  if (turn.degrees === 0 && turn.scale === 1) {
    copyInside(grey, pixels);
    return { pixels, width, height };
  }
  const [right, down] = [cos / turn.scale, sin / turn.scale];
  const [lastX, lastY] = [grey.width - 1, grey.height - 1];
  for (let y = 0; y < height; y += 1) {
    const start = sourceOf(grey, turn, { x: 0.5, y: y + 0.5 });
    let fromX = start.x - 0.5;
    let fromY = start.y - 0.5;
    for (let x = 0; x < width; x += 1, fromX += right, fromY -= down) {
      if (fromX < 0 || fromY < 0 || fromX >= lastX || fromY >= lastY) continue;
      // Cuts off what is behind the point, in less time than a function does.
      const left = fromX | 0;
      const upper = fromY | 0;
      const from = upper * grey.width + left;
      const above = between(grey.pixels, from, fromX - left);
      const below = between(grey.pixels, from + grey.width, fromX - left);
      pixels[y * width + x] = above + (below - above) * (fromY - upper);
    }
  }
  return { pixels, width, height };
}

/** Copies the pixels of a picture that is not turned, but for the last row and column, which lie between no others. */
function copyInside({ pixels, width, height }: Grey, sheet: Uint8Array): void {
  for (let row = 0; row < (height - 1) * width; row += width)
    sheet.set(pixels.subarray(row, row + width - 1), row);
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
  const level = sheets(1, pixels.length);
  const soft = sheets(2, pixels.length);
  averageRows(pixels, level, width);
  averageColumns(level, soft, width, height);
  averageRows(soft, level, width);
  averageColumns(level, soft, width, height);
  for (let index = 0; index < pixels.length; index += 1) {
    const sharp = at(pixels, index) + SHARPNESS * (at(pixels, index) - at(soft, index));
    pixels[index] = Math.min(WHITE, Math.max(0, sharp));
  }
}

/** Every pixel as the average of those around it in its row. */
function averageRows(pixels: Uint8Array, result: Uint8Array, width: number): void {
  const last = width - 1;
  for (let row = 0; row < pixels.length; row += width) {
    let sum = at(pixels, row) * BLUR_RADIUS;
    for (let x = 0; x <= BLUR_RADIUS; x += 1) sum += at(pixels, row + Math.min(last, x));
    for (let x = 0; x < width; x += 1) {
      result[row + x] = (sum / BLUR_WIDTH) | 0;
      sum +=
        at(pixels, row + Math.min(last, x + BLUR_RADIUS + 1)) -
        at(pixels, row + Math.max(0, x - BLUR_RADIUS));
    }
  }
}

/** Every pixel as the average of those around it in its column; row by row, since those of a column lie far apart. */
function averageColumns(pixels: Uint8Array, result: Uint8Array, width: number, height: number): void {
  const rowAt = (y: number): number => Math.min(height - 1, Math.max(0, y)) * width;
  const sums = new Int32Array(width);
  for (let y = -BLUR_RADIUS; y <= BLUR_RADIUS; y += 1) {
    for (let x = 0, row = rowAt(y); x < width; x += 1) sums[x] = (sums[x] ?? 0) + at(pixels, row + x);
  }
  for (let y = 0; y < height; y += 1) {
    const [row, next, before] = [y * width, rowAt(y + BLUR_RADIUS + 1), rowAt(y - BLUR_RADIUS)];
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      result[row + x] = (sum / BLUR_WIDTH) | 0;
      sums[x] = sum + at(pixels, next + x) - at(pixels, before + x);
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
  const sideOf = (level: number, upright: number): number => Math.ceil((level + upright) * scale - HARDLY);
  return {
    cos,
    sin,
    width: sideOf(width * Math.abs(cos), height * Math.abs(sin)),
    height: sideOf(width * Math.abs(sin), height * Math.abs(cos)),
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
