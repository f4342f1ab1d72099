import { cutOut } from '../../decode/cut.ts';
import type { Grey } from '../../decode/grey.ts';
import type { TextEngine } from '../engine.ts';
import { type Box, boxAround, shareOfSure, type TextLine } from '../lines.ts';
import { glyphsOf } from './glyphs.ts';
import { DUST, type Glyph, linked, usualHeight } from './rows.ts';

/** What is on a levelled page, as it may be read without all of it being read. */
export interface Letters {
  readonly pieces: readonly Box[];
  /** The height that half of the pieces do not exceed, in pixels. */
  readonly usual: number;
  /** Those that may be letters; none where there are too many pieces. */
  readonly glyphs: readonly Glyph[];
  /** Reads a part of a row, made so many pixels high. */
  linesIn(box: Box, height?: number): readonly TextLine[];
  /** The share of the letters of some rows that are read surely; undefined where there are too few such rows. */
  legibility(): number | undefined;
}

/** Pieces of ink of a page full of letters; more of them are no letters. */
export const FULL = { least: 1_000, most: 20_000 };
/** Pieces of which enough stand in rows. */
export const SOME = 300;
/** The usual height in pixels of letters whose pieces are not yet run together. */
export const LEAST_USUAL = 8;
/** Height in pixels at which a part of a row is read. */
export const READ_HEIGHT = 30;
/** Rows that are read as a sample of a page, full of letters or not, and how many letters of each. */
const SAMPLE = {
  full: { rows: 6, least: 32 },
  some: { rows: 3, least: 12 },
  glyphs: 32,
};
/** A share of sure letters at which no more rows are read. */
const HARDLY = 0.3;
/** Heights of a letter up to which what stands beside each other is one row. */
const MOST_APART = 4;

export function lettersOn(page: Grey, engine: TextEngine): Letters {
  const pieces = glyphsOf(page).filter(({ height }) => height >= DUST);
  const usual = usualHeight(pieces);
  const glyphs = pieces.length > FULL.most ? [] : linked(pieces, usual);
  const linesIn: Letters['linesIn'] = (box, height = READ_HEIGHT) =>
    engine.read(cutOut(page, placeOf(box), height), 'line');
  let share: number | undefined;
  return {
    ...{ pieces, usual, glyphs, linesIn },
    legibility: () => {
      const isFull = pieces.length >= FULL.least;
      if (pieces.length < SOME || usual < LEAST_USUAL) return undefined;
      const { rows, least } = isFull ? SAMPLE.full : SAMPLE.some;
      const sample = sampleOf({ glyphs, usual }, rows, least);
      if (sample.length < rows) return undefined;
      share ??= shareOfSample(sample, linesIn);
      return share;
    },
  };
}

/** The share of the letters that are read surely; of every other part alone where hardly any are, as on a page on its head. */
function shareOfSample(sample: readonly Box[], linesIn: Letters['linesIn']): number {
  const first = sample.filter((_, index) => index % 2 === 0).flatMap((box) => linesIn(box));
  const share = shareOfSure(first);
  if (share < HARDLY) return share;
  return shareOfSure([
    ...first,
    ...sample.filter((_, index) => index % 2 === 1).flatMap((box) => linesIn(box)),
  ]);
}

/** So many parts of rows from all over the page, of at least so many letters each. */
function sampleOf(
  { glyphs, usual }: Pick<Letters, 'glyphs' | 'usual'>,
  count: number,
  least: number,
): readonly Box[] {
  const rows = glyphs
    .filter(({ isFollowing }) => isFollowing !== true)
    .map((first) => partFrom(first, usual))
    .filter((row) => row.length >= least)
    .map(boxAround)
    .sort((one, other) => one.y - other.y);
  return Array.from(
    { length: count },
    (_, index) => rows[Math.floor(((index + 0.5) * rows.length) / count)],
  ).filter((row) => row !== undefined);
}

function partFrom(first: Glyph, usual: number): readonly Glyph[] {
  const part = [first];
  let last = first;
  while (
    part.length < SAMPLE.glyphs &&
    last.next !== undefined &&
    last.next.x - last.x - last.width < MOST_APART * usual
  ) {
    last = last.next;
    part.push(last);
  }
  return part;
}

function placeOf({ x, y, width, height }: Box) {
  return { topLeft: { x, y }, topRight: { x: x + width, y }, bottomLeft: { x, y: y + height } };
}
