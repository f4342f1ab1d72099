import { IMEI_LENGTH, isValidImei } from '../imei.ts';
import { SHAPES_WITH_ANY_SIGNS } from './shapes.ts';

/**
 * Fifteen digits with the same signs between all of their groups, even signs that otherwise end a
 * number. They are not part of a longer number, but decimals such as `.00` may follow.
 */
const WITH_SIGNS = new RegExp(
  [
    String.raw`(?<!\d)(?=\d{1,8}(?<sign>[^\p{L}\p{N}\n]{1,5}))`, // 35|
    String.raw`(?<!\d[,.’']|\d\k<sign>)`, // not behind `0.` or `1|`
    String.raw`(?:\d(?:\k<sign>)?){14}\d`, // 35|693803|564380|9
    String.raw`(?!\d|\k<sign>\d|\.(?=\d)(?!0+(?!\d)))`, // not before `1`, `|1` or `.5`
  ].join(''),
  'gu',
);
/** As spreadsheets write it, also in India and Switzerland: `356,938,035,643,809`. */
const WITH_THOUSANDS = /^\d{1,3}(?:[,’']\d{2,3}){4,6}$/;
const SIZES_WITH_ANY_SIGNS = new Set(SHAPES_WITH_ANY_SIGNS.map(({ sizes }) => String(sizes)));

/**
 * Replaces the signs within an IMEI by spaces, where its groups cannot be several numbers. Offsets
 * do not change:
 *
 *     35|693803|564380|9                `35 693803 564380 9`
 *     356,938,035,643,809               `356 938 035 643 809`
 *     3|5|6|9|3|8|0|3|5|6|4|3|8|0|1     single digits, as in a form: also with a wrong check digit
 *     528, 720, 144, 393, 705           as it is: these may be five numbers
 */
export function signsAsSpaces(text: string): string {
  return text.replace(WITH_SIGNS, (written) =>
    isOneNumber(written) ? written.replace(/\D/g, ' ') : written,
  );
}

/** Whether the groups are single digits, or a printed, valid IMEI. */
function isOneNumber(written: string): boolean {
  const groups = written.split(/\D+/);
  if (groups.length === IMEI_LENGTH) return true;
  const sizes = String(groups.map(({ length }) => length));
  const isPrinted = SIZES_WITH_ANY_SIGNS.has(sizes) || WITH_THOUSANDS.test(written);
  return isPrinted && isValidImei(groups.join(''));
}
