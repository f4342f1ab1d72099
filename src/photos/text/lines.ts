import { saysImei } from '../words/label-words.ts';

/** A rectangle in a picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A word as it was read. */
export interface Word extends Box {
  readonly text: string;
  /** From 0 to 100. */
  readonly confidence: number;
}

/** The words of one line, from left to right. */
export type TextLine = readonly Word[];

/** Share of the height by which words of a row may be apart. */
export const SAME_ROW = 0.6;
/** Heights: words further apart are titles of columns of their own, or a title and what is beside it. */
export const PHRASE = 1.5;
/** Level of the rows that hold words; others hold lines and blocks. */
const WORD = '5';
/** Words of so many letters are wider than high. */
const SURELY_WIDE = 3;
/** A word that was read surely, and how many of them a picture has when it is the right way up. */
const SURE = 75;
const ENOUGH_WORDS = 2;
/** Words of a page of prose, where a phone's settings and labels have fewer, and share of the letters that are read surely on it. */
const PROSE = { words: 100, share: 0.9 };
/** Digits in a row that may be what was read of an IMEI. */
const A_NUMBER = /\d(?:[\s./-]*\d){4}/;

/**
 * The lines of the engine's own table. Its columns: level, page, block, paragraph, line and word, left, top, width, height,
 * confidence, text.
 */
export function textLines(table: string): readonly TextLine[] {
  const lines = new Map<string, Word[]>();
  for (const row of table.split('\n')) {
    const [level, ...cells] = row.split('\t');
    const text = cells[10]?.trim();
    const [x = 0, y = 0, width = 0, height = 0, confidence = 0] = cells.slice(5, 10).map(Number);
    if (level !== WORD || text === undefined || text === '' || isOnSide(text, width, height)) continue;
    const line = cells.slice(0, 4).join(' ');
    const word = { text, x, y, width, height, confidence };
    const words = lines.get(line);
    if (words === undefined) lines.set(line, [word]);
    else words.push(word);
  }
  return [...lines.values()];
}

/** Whether most of what was read is sure, and some of it words: letters on their head are taken for others now and then. */
export function isLegible(lines: readonly TextLine[]): boolean {
  const { words, share } = sureOf(lines);
  return words >= ENOUGH_WORDS && share > 1 / 2;
}

/** Whether so much was read, and so surely, that there is no IMEI which was missed: prose without the word and without numbers. */
export function isProse(lines: readonly TextLine[]): boolean {
  const { words, share } = sureOf(lines);
  if (words < PROSE.words || share < PROSE.share) return false;
  return !lines.some((line) => {
    const text = textOf(line);
    return A_NUMBER.test(text) || saysImei(text);
  });
}

function isSure({ confidence }: Word): boolean {
  return confidence > SURE;
}

/** How many words were read surely, and the share of all letters that were. */
function sureOf(lines: readonly TextLine[]): { readonly words: number; readonly share: number } {
  const all = lines.flat();
  const sure = all.filter(isSure);
  const letters = (some: readonly Word[]): number => some.reduce((sum, { text }) => sum + text.length, 0);
  return {
    words: sure.filter(({ text }) => /\p{L}{3}/u.test(text)).length,
    share: letters(sure) / Math.max(1, letters(all)),
  };
}

/** The engine reads lines that run from above to below as well, but where their words are is not what it says then. */
function isOnSide(text: string, width: number, height: number): boolean {
  return text.length >= SURELY_WIDE && height > width;
}

/** What words say one after the other. */
export function textOf(words: readonly Pick<Word, 'text'>[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** The height at which something stands. */
export function middleOf({ y, height }: Pick<Box, 'y' | 'height'>): number {
  return y + height / 2;
}

/** How much higher or lower something stands. */
export function distance(one: Box, other: Box): number {
  return Math.abs(middleOf(one) - middleOf(other));
}

/** Whether something stands in the row of another, for letters of this height. */
export function isInRow(one: Box, other: Box, height: number): boolean {
  return distance(one, other) < SAME_ROW * height;
}

/** How far things are apart from side to side; below 0 if one is above the other. */
export function sideGap(one: Box, other: Box): number {
  return Math.max(other.x - one.x - one.width, one.x - other.x - other.width);
}

/** How far the beginnings of two things, their ends or their middles are apart, whichever are nearest. */
export function shiftOf(one: Box, other: Box): number {
  const begin = other.x - one.x;
  const end = begin + other.width - one.width;
  return Math.min(Math.abs(begin), Math.abs(end), Math.abs((begin + end) / 2));
}

/** From left to right. */
export function inOrder<One extends Box>(row: readonly One[]): readonly One[] {
  return [...row].sort((one, other) => one.x - other.x);
}

/**
 * Words of a row that stand together.
 * @param height of its letters; where it is not given, that of each word tells
 */
export function phrasesOf<One extends Box>(
  row: readonly One[],
  height?: number,
): readonly (readonly One[])[] {
  const phrases: One[][] = [];
  for (const word of row) {
    const last = phrases.at(-1)?.at(-1);
    if (last !== undefined && word.x - last.x - last.width < PHRASE * (height ?? word.height))
      phrases.at(-1)?.push(word);
    else phrases.push([word]);
  }
  return phrases;
}

/** The smallest box around others. */
export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const lower = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: lower - y };
}
