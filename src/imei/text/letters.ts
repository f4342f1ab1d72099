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

/** The characters with a digit for each letter that looks like one; others stay. */
export function withDigits(characters: string): string {
  return Array.from(characters, (character) => LOOKALIKES.get(character) ?? character).join('');
}

/** A single letter where a digit should be, as in `49-015420-323751-B`. */
export function isSlippedDigit(word: string): boolean {
  return LOOKALIKES.has(word);
}

/** Whether letters in a number of this length are typing errors, rather than the number a part of a word. */
export function isMistyped(characters: string): boolean {
  const { length } = characters;
  return length >= 13 && length <= 17 && characters.replace(/\D/g, '').length >= 10;
}

/** A word that is a part of a number with a letter that slipped in: `2O9900`. */
export function isSlippedNumber(word: string): boolean {
  if (word.length > 16) return false;
  const letters = word.replace(/\d/g, '').length;
  return letters <= 2 && letters * 2 < word.length && /^\d+$/.test(withDigits(word));
}

/** A whole word of digits and letters that look like them, as long as a part of a printed number and no longer than all of one. */
const SLIPPED_WORD = new RegExp(
  `(?<![\\p{L}\\p{Nd}])[\\d${[...LOOKALIKES.keys()].join('')}]{6,17}(?![\\p{L}\\p{Nd}])`,
  'gu',
);

/**
 * A text with the digits that letters stand for in numbers, in as many characters: in a word as long as an IMEI or a card
 * number with at least ten digits, and in one that may be a part of one. Behind digits a letter may be a unit (`120000s`), so
 * that of a part its last character stays.
 */
export function withSlippedDigits(text: string): string {
  return text.replace(SLIPPED_WORD, (word) => {
    const isPart = isSlippedNumber(word) && /\d$/.test(word);
    return isPart || isMistyped(word) ? withDigits(word) : word;
  });
}

function pairs(digit: string, letters: string): (readonly [string, string])[] {
  return Array.from(letters, (letter) => [letter, digit] as const);
}
