import { type Barcode, isLinear, type Point } from '../barcode.ts';
import type { Grey } from './grey.ts';

/** Share of the samples along a row that are as in the middle of the bars, for the row to be of them. */
const ALIKE = 0.8;
/** Rows that may look otherwise, as where a scratch crosses the bars. */
const MOST_UNLIKE = 2;
/** Least length in pixels of a side whose direction is that of the bars. */
const LEAST_HEIGHT = 4;
/** Rows that lean from their code by more are turned on purpose. */
const MOST_LEANING = 20;
/** How far what is painted over reaches beyond the ends of a code, as a share of its width. */
const BEYOND = 0.03;

/** A code by its reading direction and that of its bars, each one pixel long. */
interface Axes {
  readonly start: Point;
  readonly along: Point;
  readonly down: Point;
  readonly width: number;
  readonly height: number;
}

/**
 * A code with all of its bars: a reader tells only the rows that it has read, which need not lie as the code does.
 * @param degrees by which the picture leans, clockwise
 */
export function whole(grey: Grey, code: Barcode, degrees: number): Barcode {
  if (!isLinear(code)) return code;
  const axes = leaning(axesOf(code), degrees);
  const { start, along, down, width } = axes;
  const { top, bottom } = barsOf(grey, axes);
  const at = (right: number, below: number): Point => ({
    x: start.x + along.x * right + down.x * below,
    y: start.y + along.y * right + down.y * below,
  });
  return { ...code, topLeft: at(0, top), topRight: at(width, top), bottomLeft: at(0, bottom) };
}

/**
 * The picture with its codes, which are {@link whole}, painted over in the shade of their paper. An engine for letters takes bars
 * for letters, and misses what is written beside them.
 */
export function withoutCodes(grey: Grey, codes: readonly Barcode[]): Grey {
  const painted = { ...grey, pixels: grey.pixels.slice() };
  for (const code of codes) {
    const axes = axesOf(code);
    paint(painted, axes, paperOf(grey, axes));
  }
  return painted;
}

function axesOf({ topLeft, topRight, bottomLeft }: Barcode): Axes {
  const across = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const side = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const width = Math.max(1, Math.hypot(across.x, across.y));
  const height = Math.hypot(side.x, side.y);
  const along = { x: across.x / width, y: across.y / width };
  const down =
    height < LEAST_HEIGHT ? { x: -along.y, y: along.x } : { x: side.x / height, y: side.y / height };
  return { start: topLeft, along, down, width, height };
}

/** The axes of the same code that lie as the picture does. */
function leaning(axes: Axes, degrees: number): Axes {
  const { start, along, width } = axes;
  const row = (Math.atan2(along.y, along.x) * 180) / Math.PI;
  const between = ((((degrees - row + 45) % 90) + 90) % 90) - 45;
  if (Math.abs(between) > MOST_LEANING) return axes;
  const angle = ((row + between) * Math.PI) / 180;
  const level = { x: Math.cos(angle), y: Math.sin(angle) };
  const upright = { x: -level.y, y: level.x };
  const isMirrored = upright.x * axes.down.x + upright.y * axes.down.y < 0;
  return {
    start,
    along: level,
    down: isMirrored ? { x: -upright.x, y: -upright.y } : upright,
    width: width * Math.cos((between * Math.PI) / 180),
    height: axes.height,
  };
}

/** How far the bars reach along their own direction. */
function barsOf(grey: Grey, axes: Axes): { readonly top: number; readonly bottom: number } {
  const middle = rowAt(grey, axes, axes.height / 2);
  const dark = (Math.min(...middle) + Math.max(...middle)) / 2;
  const isOfBars = (level: number): boolean => {
    const row = rowAt(grey, axes, level);
    const alike = row.filter((shade, index) => shade < dark === (middle[index] ?? 0) < dark).length;
    return alike > ALIKE * row.length;
  };
  const endOf = (from: number, step: number): number => {
    let [end, unlike] = [from, 0];
    for (let level = from; unlike <= MOST_UNLIKE && Math.abs(level - from) < axes.width; level += step) {
      unlike = isOfBars(level) ? 0 : unlike + 1;
      if (unlike === 0) end = level;
    }
    return end;
  };
  return { top: endOf(axes.height / 2, -1), bottom: endOf(axes.height / 2, 1) };
}

function rowAt(grey: Grey, { start, along, down, width }: Axes, level: number): readonly number[] {
  return Array.from({ length: Math.ceil(width) }, (_, index) =>
    shadeAt(grey, start.x + along.x * index + down.x * level, start.y + along.y * index + down.y * level),
  );
}

/** The shade that most of the light part of a code has. */
function paperOf(grey: Grey, axes: Axes): number {
  const row = [...rowAt(grey, axes, axes.height / 2)].sort((one, other) => other - one);
  return row[Math.floor(row.length / 4)] ?? 0;
}

function paint(
  { pixels, width, height }: Grey,
  { start, along, down, width: wide, height: high }: Axes,
  shade: number,
): void {
  // Half a pixel apart, so that none between is missed however the code lies.
  for (let level = -1; level <= high + 1; level += 0.5) {
    for (let share = -BEYOND * wide; share <= (1 + BEYOND) * wide; share += 0.5) {
      const x = Math.floor(start.x + along.x * share + down.x * level);
      const y = Math.floor(start.y + along.y * share + down.y * level);
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[y * width + x] = shade;
    }
  }
}

function shadeAt({ pixels, width, height }: Grey, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
  return pixels[row * width + column] ?? 255;
}
