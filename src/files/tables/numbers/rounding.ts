import { asImei, completeImei, UNCHECKED_LENGTH } from '../../../imei/imei.ts';

/** The fewest wrong numbers of a rounded column. */
export const MIN_ROUNDED = 3;
/** The least share of wrong numbers in a rounded column. */
const MIN_WRONG_SHARE = 0.75;

const WHOLE_NUMBER = /^\d{15}$/;
/** An IMEI that a spreadsheet has shortened to nine digits: `356938030000000`. */
const SHORTENED = /^[1-9]\d{8}0{6}$/;

/** Whether a cell is a number that has lost digits for good. */
export function isShortened(cell: string): boolean {
  return SHORTENED.test(cell);
}

/** Whether a cell has 15 digits, and none of them are lost for good. */
export function isWholeNumber(cell: string): boolean {
  return WHOLE_NUMBER.test(cell) && !isShortened(cell);
}

/**
 * Whether all numbers of a column end in 0 and hardly any check digit is right: a program rounded
 * them, or a network wrote 0 as their check digit.
 *
 *     356938035643800
 *     352099001761480    yes: three of the four check digits are wrong
 *     490154203237510
 *     356938035643890
 */
export function isRoundedColumn(cells: readonly string[]): boolean {
  const numbers = cells.filter(isWholeNumber);
  const wrong = numbers.filter((digits) => asImei(digits) === undefined);
  const areMostWrong =
    wrong.length >= MIN_ROUNDED && wrong.length >= numbers.length * MIN_WRONG_SHARE;
  return areMostWrong && numbers.every((digits) => digits.endsWith('0'));
}

/**
 * Returns the cell with the right check digit, if it is a number of 15 digits: `356938035643800`
 * is `356938035643809` then.
 */
export function withRightCheckDigit(cell: string): string {
  if (!isWholeNumber(cell)) return cell;
  return completeImei(cell.slice(0, UNCHECKED_LENGTH)) ?? cell;
}
