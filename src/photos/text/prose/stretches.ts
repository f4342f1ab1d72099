import { type Box, boxAround, isInRow, sideGap } from '../lines.ts';
import type { Glyph } from './rows.ts';

/** Heights of a digit: the widths of three, nine and fifteen narrow ones. */
const [THREE, NINE, FIFTEEN] = [1.8, 5.5, 8.5] as const;
/** Heights of a digit: the widest gap between two of a number, and to one behind what was broken or is a sign. */
const MOST_APART = 1.5;
const MOST_BEHIND = 2.5;
/** How much two digits of a number may differ in height and place: a share of their height, and a pixel of blur. */
const ALIKE = 0.1;
/** Of the usual height of a page's pieces, which is that of letters like a, c and e: digits among them are higher. */
const HIGHER = 1.12;
/** Less of it has no digit that could be read: what is drawn may be in many pieces. */
const LEAST = 0.6;
/** Heights of a digit between two parts of a row that are read as one. */
const NEAR = 4;
/** Heights of a letter to the next one of its word. */
const IN_WORD = 0.8;

/**
 * The parts of rows that may be long numbers: digits are of one height, where letters of words are not. A digit that is broken,
 * or a sign between digits, parts no number. Those no higher than letters like a, c and e are looked at where no other letter
 * is next to them, as in their words. Numbers of few digits are left out.
 */
export function stretchesIn(glyphs: readonly Glyph[], usual: number): readonly Box[] {
  const least = HIGHER * usual;
  const before = new Map(glyphs.flatMap((glyph) => (glyph.next === undefined ? [] : [[glyph.next, glyph]])));
  const isFree = (row: readonly Glyph[]): boolean => {
    const [first, last] = [row.at(0), row.at(-1)];
    return !isInWord(first && before.get(first), first) && !isInWord(last, last?.next);
  };
  const isHigh = ({ height }: Box): boolean => height > least;
  const high = rowsOf(glyphs.filter(isHigh), (first) => highFrom(first, least)).filter(isAsWideAs(NINE));
  const others = glyphs.filter(({ height }) => height >= LEAST * usual);
  const low = rowsOf(others, (first) => alikeFrom(first, 0))
    .filter((row) => !row.every(isHigh))
    .filter(isAsWideAs(FIFTEEN))
    .filter(isFree);
  return joined([...high, ...low].map(boxAround));
}

/** Parts of a row that are so near that the words around both are the same, as one. */
function joined(parts: readonly Box[]): readonly Box[] {
  const all: Box[] = [];
  for (const part of [...parts].sort((one, other) => one.x - other.x)) {
    const before = all.findIndex(
      (one) => isInRow(one, part, part.height) && sideGap(one, part) < NEAR * part.height,
    );
    if (before === -1) all.push(part);
    else all[before] = boxAround([all[before] ?? part, part]);
  }
  return all;
}

/** The rows that begin with one of these, which is in no row before. */
function rowsOf(
  glyphs: readonly Glyph[],
  rowFrom: (first: Glyph) => readonly Glyph[],
): readonly (readonly Glyph[])[] {
  const isInside = new Set<Glyph>();
  return glyphs.flatMap((first) => {
    if (isInside.has(first)) return [];
    const row = rowFrom(first);
    for (const glyph of row) isInside.add(glyph);
    return [row];
  });
}

function isAsWideAs(heights: number): (row: readonly Glyph[]) => boolean {
  return (row) => boxAround(row).width >= heights * (row[0]?.height ?? 0);
}

/** The pieces from one on that may be digits of its number. */
function highFrom(first: Glyph, least: number): readonly Glyph[] {
  const row = alikeFrom(first, least);
  let part = row;
  for (;;) {
    const last = part.at(-1) ?? first;
    if (boxAround(part).width < THREE * last.height) return row;
    const behind = [last.next?.next, last.next?.next?.next]
      .filter((glyph) => glyph !== undefined)
      .filter((glyph) => glyph.height > least && isAlike(last, glyph, MOST_BEHIND))
      .map((glyph) => alikeFrom(glyph, least))
      .find((glyphs) => boxAround(glyphs).width >= THREE * last.height);
    if (behind === undefined) return row;
    row.push(...behind);
    part = behind;
  }
}

function alikeFrom(first: Glyph, least: number): Glyph[] {
  const row = [first];
  for (let { next } = first, last = first; next !== undefined; { next } = next) {
    if (next.height <= least || !isAlike(last, next, MOST_APART)) return row;
    row.push(next);
    last = next;
  }
  return row;
}

function isAlike(one: Box, other: Box, apart: number): boolean {
  const most = 1 + ALIKE * Math.max(one.height, other.height);
  const lower = (box: Box): number => box.y + box.height;
  return (
    gapBetween(one, other) <= apart * one.height &&
    Math.abs(one.height - other.height) <= most &&
    Math.abs(lower(one) - lower(other)) <= most
  );
}

function isInWord(one: Box | undefined, other: Box | undefined): boolean {
  return one !== undefined && other !== undefined && gapBetween(one, other) <= IN_WORD * one.height;
}

function gapBetween(left: Box, right: Box): number {
  return right.x - left.x - left.width;
}
