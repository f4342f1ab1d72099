import { saysImei } from '../../words/label-words.ts';
import { isSure, type TextLine, textOf } from '../lines.ts';
import { FULL, LEAST_USUAL, type Letters, SOME } from './letters.ts';
import { AROUND, hasFewDigits, isNoImei, isShortIn, longestIn, wider } from './numbers.ts';
import { stretchesIn } from './stretches.ts';

/** Pieces of ink of two short words. Those of a number's digits are more, even where blur has run some of them together. */
const LEAST_PIECES = 6;
/** Widths of all that may be numbers, in their heights, above which the whole page is read instead. */
const MOST_TO_READ = 600;
/** The shares of letters that are read surely where they can be read, and where they cannot. */
const SHARE = { legible: 0.9, illegible: 0.4 };
/** Digits of a number on a page that cannot be read, where some may not have been seen. */
const MOST_DIGITS = 8;
/** Words of a page that was read, where a phone's settings and labels have fewer. */
const LEAST_WORDS = 90;
const A_WORD = /[\p{L}\p{N}]{2}/u;
/** Parts of a page that was read which are looked at once more. */
const MOST_OPEN = 12;

/**
 * What a page is if it has no number that may be an IMEI, which letting the engine read all of it takes seconds to tell: bare of
 * letters, or full of letters that are prose, or that cannot be read this way up. Of these some rows are read, and where digits of
 * one height may stand together. Undefined if the page has to be read.
 */
export function withoutNumbers(letters: Letters): 'bare' | 'prose' | 'illegible' | undefined {
  const { pieces, usual, glyphs } = letters;
  if (pieces.length < LEAST_PIECES) return 'bare';
  if (pieces.length < FULL.least || pieces.length > FULL.most || usual < LEAST_USUAL) return undefined;
  const stretches = stretchesIn(glyphs, usual);
  const toRead = stretches.reduce((sum, { width, height }) => sum + width / height + 2 * AROUND, 0);
  if (toRead > MOST_TO_READ) return undefined;
  const share = letters.legibility();
  if (share === undefined) return undefined;
  if (share < SHARE.illegible)
    return stretches.every((one) => longestIn(letters.linesIn(wider(one))) <= MOST_DIGITS)
      ? 'illegible'
      : undefined;
  return share >= SHARE.legible && stretches.every((one) => isNoImei(one, letters)) ? 'prose' : undefined;
}

/**
 * Whether a page that was read and has many words has no IMEI which was missed: it does not say the word, and wherever digits of one
 * height may stand together there are words, or numbers that are surely none.
 */
export function isReadToItsEnd(letters: Letters, lines: readonly TextLine[]): boolean {
  const { pieces, usual, glyphs } = letters;
  if (pieces.length < SOME || pieces.length > FULL.most || usual < LEAST_USUAL) return false;
  const words = lines.flat();
  if (words.filter((word) => isSure(word) && A_WORD.test(word.text)).length < LEAST_WORDS) return false;
  if (lines.some((line) => saysImei(textOf(line)))) return false;
  const open = stretchesIn(glyphs, usual).filter((one) => !isShortIn(one, words));
  return (
    open.length <= MOST_OPEN && open.every((one) => isNoImei(one, letters) || hasFewDigits(one, letters))
  );
}
