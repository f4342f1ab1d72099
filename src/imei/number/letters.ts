import { isDigit } from '../digits.ts';

/** Letters that people and text recognition write for a digit, Latin and Cyrillic. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...pairs('0', 'OoDQОо'),
  ...pairs('1', 'IilLІі'),
  ...pairs('2', 'Zz'),
  ...pairs('3', 'Зз'),
  ...pairs('5', 'Ss'),
  ...pairs('6', 'Gbб'),
  ...pairs('8', 'BВ'),
  ...pairs('9', 'gq'),
]);

/** The same by the number of the letter, which costs nothing to ask for: no such letter takes two units. */
const BY_CODE: ReadonlyMap<number, string> = new Map(
  Array.from(LOOKALIKES, ([letter, digit]) => [letter.charCodeAt(0), digit] as const),
);

/** Replaces letters that look like a digit by that digit; other characters stay. */
export function withDigits(characters: string): string {
  let digits = '';
  let taken = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const code = characters.charCodeAt(index);
    const digit = isDigit(code) ? undefined : BY_CODE.get(code);
    if (digit === undefined) continue;
    digits += characters.slice(taken, index) + digit;
    taken = index + 1;
  }
  return taken === 0 ? characters : digits + characters.slice(taken);
}

/** A single letter in place of a digit, as in `49-015420-323751-B`. */
export function isSlippedDigit(word: string): boolean {
  return LOOKALIKES.has(word);
}

/** Whether the letters in a number of this length are typing errors, rather than the number being part of a word. */
export function isMistyped(characters: string): boolean {
  const { length } = characters;
  return length >= 13 && length <= 17 && digitsIn(characters) >= 10;
}

/** A part of a number that contains a letter by mistake: `2O9900`. */
export function isSlippedNumber(word: string): boolean {
  if (word.length > 16) return false;
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    if (isDigit(code)) continue;
    letters += 1;
    if (letters > 2 || !BY_CODE.has(code)) return false;
  }
  return letters * 2 < word.length;
}

function digitsIn(characters: string): number {
  let digits = 0;
  for (let index = 0; index < characters.length; index += 1) {
    if (isDigit(characters.charCodeAt(index))) digits += 1;
  }
  return digits;
}

/**
 * A word of digits and letters that look like them, at least as long as a printed group and at most as long as a whole
 * number.
 */
const SLIPPED_WORD = new RegExp(
  `(?<![\\p{L}\\p{Nd}])[\\d${[...LOOKALIKES.keys()].join('')}]{6,17}(?![\\p{L}\\p{Nd}])`,
  'gu',
);

/** The longest number behind a letter: with a digit in its place it would be longer than any. */
const MARKED = /^\D\d{16}$|^\d{16}\D$/;

/**
 * Replaces the letters that stand for digits, one for one: in words as long as an IMEI or a card number with at least ten
 * digits, and in words that may be a part of one. A letter behind digits may be a unit (`120000s`), so the last character of
 * a part stays.
 */
export function withSlippedDigits(text: string): string {
  return text.replace(SLIPPED_WORD, (word) => {
    if (MARKED.test(word)) return word;
    const isPart = isSlippedNumber(word) && /\d$/.test(word);
    return isPart || isMistyped(word) ? withDigits(word) : word;
  });
}

function pairs(digit: string, letters: string): (readonly [string, string])[] {
  return Array.from(letters, (letter) => [letter, digit] as const);
}
