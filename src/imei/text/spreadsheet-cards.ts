import { isCardAlone } from '../number/cards.ts';
import { UNSEEN } from './fold.ts';

/** `378,282,246,310,005`; what an encoded comma was longer is unseen. */
const THOUSANDS = /(?<![\d.,'])\d{1,3}([,'])\u200b{0,4}\d{3}(?:\1\u200b{0,4}\d{3}){3,4}(?!\d|[,']\d)/g;
/** `3.78282246310005E+14` */
const EXPONENT = /(?<![\d.,'])(\d[.,]\d{13,15})E\+?(1[345])(?!\d)/gi;

/**
 * The folded text in which a payment card's number is one run of digits where it is written as spreadsheets show large
 * numbers: with thousands marked, or with an exponent. It keeps its length: {@link UNSEEN} stands for what is left out.
 * What may be an IMEI as well stays as it is.
 */
export function withCardsInOneRun(folded: string): string {
  return folded
    .replace(THOUSANDS, (written) => (isCardAlone(digitsOf(written)) ? inOneRun(written) : written))
    .replace(EXPONENT, (written, mantissa: string, exponent: string) => {
      const digits = digitsOf(mantissa);
      const isWhole = digits.length === Number(exponent) + 1;
      return isWhole && isCardAlone(digits) ? inOneRun(mantissa).padEnd(written.length, UNSEEN) : written;
    });
}

function digitsOf(written: string): string {
  return written.replace(/\D/g, '');
}

function inOneRun(written: string): string {
  return written.replace(/\D/g, UNSEEN);
}
