const ZERO = 0x30;
const NINE = 0x39;

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

const NO_DIGIT = /\D/;

/** Replaces letters that look like a digit by that digit; other characters stay. */
export function withDigits(characters: string): string {
  if (!NO_DIGIT.test(characters)) return characters;
  let digits = '';
  // By units, since no letter that looks like a digit takes two.
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters.charAt(index);
    digits += LOOKALIKES.get(character) ?? character;
  }
  return digits;
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
  const letters = word.length - digitsIn(word);
  return letters <= 2 && letters * 2 < word.length && /^\d+$/.test(withDigits(word));
}

function digitsIn(characters: string): number {
  let digits = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const code = characters.charCodeAt(index);
    if (code >= ZERO && code <= NINE) digits += 1;
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
