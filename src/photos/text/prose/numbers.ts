import { asImei } from '../../../imei/imei.ts';
import { MARGIN } from '../../decode/cut.ts';
import { saysImei } from '../../words/label-words.ts';
import { candidatesIn } from '../candidates.ts';
import {
  type Box,
  isInRow,
  isSure,
  shareOfSure,
  sideGap,
  type TextLine,
  textOf,
  type Word,
} from '../lines.ts';
import { wordsOf } from '../runs.ts';
import { type Letters, READ_HEIGHT } from './letters.ts';
import type { Glyph } from './rows.ts';

/** Heights of a digit that are read on either side of what may be a number, so that words there are whole. */
export const AROUND = 4;
/** Height in pixels at which a long number is read once more. */
const AGAIN_HEIGHT = 42;
/** A number of which no more digits were read is no IMEI, even where some were not seen, or where none of it is sure. */
const MOST_DIGITS = { sure: 11, unsure: 5 };
const A_WORD = /^\P{N}*\p{L}{2}\P{N}*$/u;
/** Digits with what separates them, behind a short form: `DE44`, `2026-004711`, `302-5512843`. */
const A_NUMBER = /^\(?(?:\p{Lu}{2,}[.-]?)?\d[\d./:-]*[).,;:]?$/u;

/** An IBAN of digits in groups: its country and check digits, then four at a time. */
const AN_ACCOUNT = { begin: /^[A-Z]{2}\d{2}$/, group: /^\d{1,4}$/, whole: /^[A-Z]{2}\d{13,32}$/, head: 4 };

type Lines = readonly TextLine[];

/** Whether what stands in a part of a row is surely no IMEI: too short, or another number. */
export function isNoImei(part: Box, letters: Letters): boolean {
  const lines = letters.linesIn(wider(part));
  if (longestIn(lines) <= MOST_DIGITS.sure) return shareOfSure(lines) > 1 / 2;
  return isOther(wider(part), letters, [lines, letters.linesIn(wider(part), AGAIN_HEIGHT)]);
}

/** Whether hardly any digits are read in a part of a row, at whatever size: a card of which only the last ones are told. */
export function hasFewDigits(part: Box, letters: Letters): boolean {
  return [READ_HEIGHT, AGAIN_HEIGHT].every(
    (height) => longestIn(letters.linesIn(wider(part), height)) <= MOST_DIGITS.unsure,
  );
}

/** Whether the words that were read in a part of a row are sure, and none of their numbers is long. */
export function isShortIn(part: Box, words: readonly Word[]): boolean {
  const there = words.filter((word) => isInRow(word, part, part.height) && sideGap(word, part) < 0);
  return there.length > 0 && there.every(isSure) && longestIn([there]) <= MOST_DIGITS.sure;
}

/** The digits of the longest number; only words that are sure part two numbers. */
export function longestIn(lines: Lines): number {
  let [longest, digits] = [0, 0];
  for (const word of lines.flat()) {
    digits = isSure(word) && A_WORD.test(word.text) ? 0 : digits + word.text.replace(/\D/g, '').length;
    longest = Math.max(longest, digits);
  }
  return longest;
}

export function wider({ x, y, width, height }: Box): Box {
  return { x: x - AROUND * height, y, width: width + 2 * AROUND * height, height };
}

/**
 * Whether long numbers are surely others, as an account's or an order's: two readings agree on every digit, there are as many pieces
 * of ink, no number goes on beyond what was read, and no fifteen digits are an IMEI.
 */
function isOther(part: Box, letters: Letters, [lines, again]: readonly [Lines, Lines]): boolean {
  const numbers = numbersIn(lines);
  const accounts = new Set(accountsIn(numbers).flat());
  const isRead = numbers.every((word) => A_NUMBER.test(word.text) && (isSure(word) || accounts.has(word)));
  if (!isRead || digitsOf(numbers) !== digitsOf(numbersIn(again)) || [lines, again].some(hasImei))
    return false;
  return numbers
    .map((word) => ({ ...word, ...onPage(word, part) }))
    .every((word) => isInside(word, part) && piecesIn(word, letters.glyphs) === signsOf([word]).length);
}

/** The words of each account's number, whose own check digits show that they were read rightly, however surely. */
function accountsIn(words: readonly Word[]): readonly (readonly Word[])[] {
  return words.flatMap((word, from) => {
    if (!AN_ACCOUNT.begin.test(word.text)) return [];
    const ends = words.slice(from).findIndex(({ text }, at) => at > 0 && !AN_ACCOUNT.group.test(text));
    const account = words.slice(from, ends === -1 ? words.length : from + ends);
    return isAccount(account.map(({ text }) => text).join('')) ? [account] : [];
  });
}

/** Source: ISO 13616-1, the check digits of an IBAN, which are those of ISO 7064 MOD 97-10. */
function isAccount(text: string): boolean {
  if (!AN_ACCOUNT.whole.test(text)) return false;
  const signs = text.slice(AN_ACCOUNT.head) + text.slice(0, AN_ACCOUNT.head);
  const digits = signs.replaceAll(/\p{Lu}/gu, (letter) => `${Number.parseInt(letter, 36)}`);
  return BigInt(digits) % 97n === 1n;
}

/** The words that have digits. */
function numbersIn(lines: Lines): readonly Word[] {
  return lines.flat().filter(({ text }) => /\d/.test(text));
}

function digitsOf(words: readonly Word[]): string {
  return textOf(words).replaceAll(/\D/g, '');
}

function signsOf(words: readonly Word[]): string {
  return textOf(words).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function hasImei(lines: Lines): boolean {
  const candidates = candidatesIn(wordsOf(lines));
  return (
    saysImei(lines.map(textOf).join(' ')) || candidates.some(({ digits }) => asImei(digits) !== undefined)
  );
}

/** Where a word is that was read in a part of a page. */
function onPage(word: Box, part: Box): Box {
  const scale = part.height / READ_HEIGHT;
  const x = part.x + (word.x - MARGIN * READ_HEIGHT) * scale;
  return { x, y: part.y, width: word.width * scale, height: part.height };
}

function isInside(word: Box, part: Box): boolean {
  const [from, to] = [part.x + part.height, part.x + part.width - part.height];
  return word.x > from && word.x + word.width < to;
}

/** How many pieces as high as letters are in a word. */
function piecesIn(word: Box, glyphs: readonly Glyph[]): number {
  return glyphs.filter(
    (glyph) =>
      glyph.height > word.height / 2 &&
      isInRow(glyph, word, word.height) &&
      Math.abs(glyph.x + glyph.width / 2 - word.x - word.width / 2) < word.width / 2,
  ).length;
}
