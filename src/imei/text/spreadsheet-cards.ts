import { isCardAlone } from '../number/cards.ts';
import { digitsOf } from './digit-runs.ts';
import { UNSEEN } from './fold.ts';

/** `378,282,246,310,005`; invisible characters fill the surplus of an encoded comma. */
const THOUSANDS = /(?<![\d.,'])\d{1,3}([,'])\u200b{0,4}\d{3}(?:\1\u200b{0,4}\d{3}){3,4}(?!\d|[,']\d)/g;
/** Every one of them contains this, which is looked for many times as fast. */
const GROUPED = /\d{3}[,']\u200b{0,4}\d{3}[,']/;
/** `3.78282246310005E+14` */
const EXPONENT = /(?<![\d.,'])(\d[.,]\d{13,15})E\+?(1[345])(?!\d)/gi;
/** Every number of 14 to 16 digits in a spreadsheet's short notation contains this. */
const POWER = /E\+?1[345]/i;

/**
 * Rewrites payment card numbers as one run of digits if they are in a spreadsheet's notation for large numbers: with
 * thousands separators or an exponent. Keeps the length: {@link UNSEEN} fills the surplus. Numbers that may also be an IMEI
 * stay as they are.
 */
export function withCardsInOneRun(folded: string): string {
  const ungrouped = withCardsUngrouped(folded);
  return hasPower(folded) ? withoutPowers(ungrouped) : ungrouped;
}

/** The same of those with thousands separators alone. */
export function withCardsUngrouped(folded: string): string {
  return GROUPED.test(folded) ? folded.replace(THOUSANDS, withoutCommas) : folded;
}

/** Whether a text may have a number in a spreadsheet's short notation, which is told many times as fast as which ones. */
export function hasPower(text: string): boolean {
  return POWER.test(text);
}

function withoutCommas(written: string): string {
  return isCardAlone(digitsOf(written)) ? inOneRun(written) : written;
}

function withoutPowers(folded: string): string {
  return folded.replace(EXPONENT, (written, mantissa: string, exponent: string) => {
    const digits = digitsOf(mantissa);
    const isWhole = digits.length === Number(exponent) + 1;
    return isWhole && isCardAlone(digits) ? inOneRun(mantissa).padEnd(written.length, UNSEEN) : written;
  });
}

function inOneRun(written: string): string {
  return written.replace(/\D/g, UNSEEN);
}
