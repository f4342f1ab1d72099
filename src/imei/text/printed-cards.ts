import { isCardNumber } from '../number/cards.ts';
import { isDigit } from '../number/digits.ts';
import { hasRightCheckDigit } from '../number/luhn.ts';

/** The groups that payment cards are printed in. */
const PRINTED = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];

/**
 * The pattern of a number in the groups of a card; its first group is what was written. It looks ahead from each digit, since
 * one number may begin within what looks like another.
 * @param between the source of a pattern for what stands between two groups
 */
export function printedCards(between: string): RegExp {
  const written = PRINTED.map((sizes) => sizes.map((size) => String.raw`\d{${size}}`).join(between));
  return new RegExp(String.raw`(?<!\d)(?=(${written.join('|')})(?!\d))`, 'gu');
}

/** Whether digits are a card number with a right check digit, which alone shows that groups belong together. */
export function isRightCard(digits: string): boolean {
  return isCardNumber(digits) && hasRightCheckDigit(digits);
}

/** What was written, without what stands between the digits. */
export function digitsOf(written: string): string {
  let digits = '';
  for (let index = 0; index < written.length; index += 1) {
    if (isDigit(written.charCodeAt(index))) digits += written.charAt(index);
  }
  return digits;
}
