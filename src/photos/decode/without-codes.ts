import { type Barcode, isLinear, type Point } from '../barcode.ts';
import { type Grey, shadeAt } from './grey.ts';

/** How much a row is like the middle of the bars, for it to be of them. */
const ALIKE = 0.6;
/** Pixels by which a row may have gone aside from the one before it: bars may lean otherwise than their code does. */
const SHIFTS: readonly number[] = [0, -1, 1];
/** Rows that may look otherwise, as where a scratch crosses the bars. */
const MOST_UNLIKE = 2;
/** Least length in pixels of a side whose direction is that of the bars. */
const LEAST_HEIGHT = 4;
/** Share of its width that the bars on the left of a code take, and those on its right. */
const PART = 1 / 3;
/** How far the ends of bars may fall for each pixel along their code, and the bars go aside for each pixel down: 27°. */
const MOST_LEANING = 0.5;
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
 * A code with all of its bars, as they lie: a reader tells only the rows that it has read, which may lean otherwise and end before
 * the bars do.
 */
export function whole(grey: Grey, code: Barcode): Barcode {
  if (!isLinear(code)) return code;
  const axes = straightened(grey, axesOf(code));
  const { start, along, down, width } = axes;
  const { top, bottom } = barsOf(grey, axes);
  const at = (right: number, { level, aside }: End): Point => ({
    x: start.x + along.x * (right + aside) + down.x * level,
    y: start.y + along.y * (right + aside) + down.y * level,
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

/**
 * The axes of the same code from the middle of its first bar, whose rows lean as the ends of the bars do, where these are on its left
 * and on its right, and whose other direction is that of the bars: they are not square to each other where it was taken from the side.
 */
function straightened(grey: Grey, axes: Axes): Axes {
  const { start, along, down, width, height } = axes;
  const partFrom = (right: number): Axes => ({
    ...axes,
    start: { x: start.x + along.x * right, y: start.y + along.y * right },
    width: PART * width,
  });
  const run = (1 - PART) * width;
  const [left, right] = [barsOf(grey, partFrom(0)), barsOf(grey, partFrom(run))];
  const fall = (right.top.level + right.bottom.level - left.top.level - left.bottom.level) / 2 / run;
  const asideOf = ({ top, bottom }: typeof left): number =>
    (bottom.aside - top.aside) / Math.max(1, bottom.level - top.level);
  const aside = (asideOf(left) + asideOf(right)) / 2;
  const middle = { x: start.x + (down.x * height) / 2, y: start.y + (down.y * height) / 2 };
  const isUnlikely = Math.abs(fall) > MOST_LEANING || Math.abs(aside) > MOST_LEANING;
  if (isUnlikely) return { ...axes, start: middle, height: 0 };
  const row = { x: along.x + down.x * fall, y: along.y + down.y * fall };
  const bar = { x: down.x + along.x * aside, y: down.y + along.y * aside };
  const [rowLength, barLength] = [Math.hypot(row.x, row.y), Math.hypot(bar.x, bar.y)];
  return {
    start: middle,
    along: { x: row.x / rowLength, y: row.y / rowLength },
    down: { x: bar.x / barLength, y: bar.y / barLength },
    width: (width * rowLength) / (1 - aside * fall),
    height: 0,
  };
}

/** The ends of bars along their own direction, and how far they have gone aside there. */
function barsOf(grey: Grey, axes: Axes): { readonly top: End; readonly bottom: End } {
  const middle = rowAt(grey, axes, { level: axes.height / 2, aside: 0 });
  const endOf = (step: number): End => {
    let end: End = { level: axes.height / 2, aside: 0 };
    let unlike = 0;
    for (
      let { level } = end;
      unlike <= MOST_UNLIKE && Math.abs(level - axes.height / 2) < axes.width;
      level += step
    ) {
      const best = mostAlike(grey, axes, middle, { level, aside: end.aside });
      unlike = best === undefined ? unlike + 1 : 0;
      end = best ?? end;
    }
    return end;
  };
  return { top: endOf(-1), bottom: endOf(1) };
}

/** A row of bars: how far down from the start of their code, and how many pixels along it they have gone. */
interface End {
  readonly level: number;
  readonly aside: number;
}

/** The row that is most like another one, as it is or a pixel further aside; undefined if none is of the same bars. */
function mostAlike(grey: Grey, axes: Axes, bars: readonly number[], { level, aside }: End): End | undefined {
  const rows = SHIFTS.map((shift) => {
    const end = { level, aside: aside + shift };
    return { end, alike: likeness(bars, rowAt(grey, axes, end)) };
  });
  const best = rows.reduce((one, other) => (other.alike > one.alike ? other : one));
  return best.alike > ALIKE ? best.end : undefined;
}

/** How much two rows go up and down together: 1 for the same bars in any light, 0 for bars and paper. Source: Pearson's correlation. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const meanOf = (row: readonly number[]): number => row.reduce((sum, shade) => sum + shade, 0) / row.length;
  const [mean, otherMean] = [meanOf(one), meanOf(other)];
  let [both, squares, otherSquares] = [0, 0, 0];
  for (const [index, shade] of one.entries()) {
    const [off, otherOff] = [shade - mean, (other[index] ?? 0) - otherMean];
    both += off * otherOff;
    squares += off ** 2;
    otherSquares += otherOff ** 2;
  }
  return both / Math.max(1, Math.sqrt(squares * otherSquares));
}

function rowAt(grey: Grey, { start, along, down, width }: Axes, { level, aside }: End): readonly number[] {
  const from = { x: start.x + down.x * level, y: start.y + down.y * level };
  return Array.from({ length: Math.ceil(width) }, (_, index) =>
    shadeAt(grey, from.x + along.x * (aside + index), from.y + along.y * (aside + index)),
  );
}

/** The shade that most of the light part of a code has. */
function paperOf(grey: Grey, axes: Axes): number {
  const row = [...rowAt(grey, axes, { level: axes.height / 2, aside: 0 })].sort((one, other) => other - one);
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
