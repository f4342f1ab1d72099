import type { Box } from '../lines.ts';

/** A piece of ink, and its place in a row. */
export interface Glyph extends Box {
  /** What stands next to it on the right, however far away. */
  next?: Glyph;
  /** Something has it as its next one. */
  isFollowing?: true;
}

/** Heights in pixels of what is no letter. */
export const DUST = 3;
/** Heights, as shares of that in the middle: less are dots, dashes and lines; more, if it is wide as well, frames and pictures. */
const DOT = 0.35;
const FRAME = 4;
/** Heights of a line that something is drawn with, or written on. */
const LINE = 24;
/** Share of the lower of two pieces that is at the height of the other where they are in one row. */
const BESIDE = 0.5;

/** The pieces that may be letters, each with the one on its right. */
export function linked(pieces: readonly Box[], usual: number): readonly Glyph[] {
  const isLetter = ({ width, height }: Box): boolean =>
    height >= DOT * usual && width <= LINE * height && (height <= FRAME * usual || width <= FRAME * usual);
  const glyphs: readonly Glyph[] = pieces
    .filter(isLetter)
    .map((box) => ({ ...box }))
    .sort((one, other) => one.x - other.x);
  const bands = new Map<number, Glyph[]>();
  // From the right, so that what was seen last in a band is the nearest.
  for (const glyph of glyphs.toReversed()) {
    const middle = Math.floor((glyph.y + glyph.height / 2) / usual);
    const next = bands.get(middle)?.findLast((one) => isBeside(glyph, one));
    if (next !== undefined) {
      glyph.next = next;
      next.isFollowing = true;
    }
    const lowest = Math.floor((glyph.y + glyph.height) / usual);
    for (let band = Math.floor(glyph.y / usual); band <= lowest; band += 1) {
      const there = bands.get(band);
      if (there === undefined) bands.set(band, [glyph]);
      else there.push(glyph);
    }
  }
  return glyphs;
}

/** The height that half of the pieces do not exceed. */
export function usualHeight(pieces: readonly Box[]): number {
  const heights = pieces.map(({ height }) => height).sort((one, other) => one - other);
  return heights[heights.length >> 1] ?? 0;
}

/** Whether one of two pieces stands on the right of the other, in its row. */
function isBeside(left: Box, right: Box): boolean {
  if (right.x < left.x + left.width / 2) return false;
  const shared = Math.min(left.y + left.height, right.y + right.height) - Math.max(left.y, right.y);
  return shared >= BESIDE * Math.min(left.height, right.height);
}
