import { cutOut } from '../../decode/cut.ts';
import type { Grey } from '../../decode/grey.ts';
import type { TextEngine } from '../engine.ts';
import { type Box, boxAround, isSure, shareOfSure, type TextLine } from '../lines.ts';
import { glyphsOf } from './glyphs.ts';
import { type Glyph, linked, usualHeight } from './rows.ts';
import { stretchesIn } from './stretches.ts';

/** Pieces of ink on a page of prose; there are fewer letters on a phone's screen and on a label. */
const PIECES = { least: 1_000, most: 20_000 };
/** Heights in pixels: dust, and the usual one of letters whose pieces are not yet run together. */
const DUST = 3;
const LEAST_USUAL = 8;
/** Heights at which what may be a number, and a row, is read. */
const READ_HEIGHT = 30;
/** Widths of all that may be numbers, in their heights, above which the whole page is read instead. */
const MOST_TO_READ = 400;
/** Heights of a digit that are read on either side of what may be a number, so that words there are whole. */
const AROUND = 4;
/** A number of which no more digits were read is no IMEI, even where some were not seen. */
const MOST_DIGITS = { legible: 11, illegible: 8 };
const A_WORD = /^\P{N}*\p{L}{2}\P{N}*$/u;
/** Rows that are read as a sample, how many letters of each, and the shares of them that are read surely where they can be read. */
const SAMPLE = { rows: 6, glyphs: 32, legible: 0.9, illegible: 0.4 };
/** Heights of a letter up to which what stands beside each other is one row. */
const MOST_APART = 4;

/**
 * What a page full of letters is if it has no number as long as an IMEI, which letting the engine read all of it takes seconds to
 * tell: prose, or letters that cannot be read this way up. Some rows are read, and where digits of one height may stand
 * together. Undefined if the page has to be read.
 */
export function withoutNumbers(page: Grey, engine: TextEngine): 'prose' | 'illegible' | undefined {
  const pieces = glyphsOf(page).filter(({ height }) => height >= DUST);
  if (pieces.length < PIECES.least || pieces.length > PIECES.most) return undefined;
  const usual = usualHeight(pieces);
  if (usual < LEAST_USUAL) return undefined;
  const glyphs = linked(pieces, usual);
  const stretches = stretchesIn(glyphs, usual);
  const toRead = stretches.reduce((sum, { width, height }) => sum + width / height + 2 * AROUND, 0);
  const sample = sampleOf(glyphs, usual);
  if (toRead > MOST_TO_READ || sample.length < SAMPLE.rows) return undefined;
  const linesIn = (box: Box): readonly TextLine[] =>
    engine.read(cutOut(page, placeOf(box), READ_HEIGHT), 'line');
  const share = shareOfSure(sample.flatMap(linesIn));
  if (share < SAMPLE.illegible)
    return stretches.every((one) => longestIn(linesIn(wider(one))) <= MOST_DIGITS.illegible)
      ? 'illegible'
      : undefined;
  return share >= SAMPLE.legible && stretches.every((one) => isShort(linesIn(wider(one))))
    ? 'prose'
    : undefined;
}

/** Whether a part of a row was read, and none of its numbers has enough digits. */
function isShort(lines: readonly TextLine[]): boolean {
  return longestIn(lines) <= MOST_DIGITS.legible && shareOfSure(lines) > 1 / 2;
}

/** The digits of the longest number; only words that are sure part two numbers. */
function longestIn(lines: readonly TextLine[]): number {
  let [longest, digits] = [0, 0];
  for (const word of lines.flat()) {
    digits = isSure(word) && A_WORD.test(word.text) ? 0 : digits + word.text.replace(/\D/g, '').length;
    longest = Math.max(longest, digits);
  }
  return longest;
}

/** Parts of rows from all over the page. */
function sampleOf(glyphs: readonly Glyph[], usual: number): readonly Box[] {
  const rows = glyphs
    .filter(({ isFollowing }) => isFollowing !== true)
    .map((first) => partFrom(first, usual))
    .filter((row) => row.length === SAMPLE.glyphs)
    .map(boxAround)
    .sort((one, other) => one.y - other.y);
  return Array.from(
    { length: SAMPLE.rows },
    (_, index) => rows[Math.floor(((index + 0.5) * rows.length) / SAMPLE.rows)],
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

function wider({ x, y, width, height }: Box): Box {
  return { x: x - AROUND * height, y, width: width + 2 * AROUND * height, height };
}

function placeOf({ x, y, width, height }: Box) {
  return { topLeft: { x, y }, topRight: { x: x + width, y }, bottomLeft: { x, y: y + height } };
}
