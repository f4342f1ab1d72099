import { areDigits, isDigit } from '../digits.ts';
import { isCardAlone } from '../number/cards.ts';
import { isMistyped, withDigits } from '../number/letters.ts';
import { UNSEEN } from './fold.ts';

/** A word in which a card number may be typed with letters, of which one may precede it and one may follow. */
const WORD = /(?<![\p{L}\d])[\p{L}\d]{15,18}(?![\p{L}\d])/gu;

/** Replaces each mistyped card number by its digits. Keeps the length: {@link UNSEEN} fills the surplus. */
export function withMistypedCards(folded: string): string {
  return folded.replace(WORD, (word) => mistypedCard(word)?.padEnd(word.length, UNSEEN) ?? word);
}

/**
 * The card number in a word that has letters for digits, of which one may precede it and one may follow; undefined if there
 * is none.
 */
export function mistypedCard(characters: string): string | undefined {
  if (!isMistyped(characters)) return undefined;
  const digits = withDigits(characters);
  const from = isDigit(characters.charCodeAt(0)) ? 0 : 1;
  const to = isDigit(characters.charCodeAt(characters.length - 1)) ? digits.length : -1;
  if (from === 0 && to > 0) return asCard(digits);
  const ways = [digits, digits.slice(from), digits.slice(0, to), digits.slice(from, to)];
  return ways.find((way) => asCard(way) !== undefined);
}

function asCard(digits: string): string | undefined {
  return areDigits(digits) && isCardAlone(digits) ? digits : undefined;
}
