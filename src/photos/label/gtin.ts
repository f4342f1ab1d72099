import type { Barcode } from '../barcode.ts';

/** GTIN-8, -12, -13 and -14. */
const DIGITS = /^(?:\d{8}|\d{12,14})$/;
const LONGEST = 14;
/** A GTIN-14 or EAN-13 that begins so is a shorter number in a longer frame. */
const FRAME = /^0+(?=\d{12}$|\d{13}$)/;

/** The number of an article (EAN, UPC, GTIN) that a code is; nothing for other codes. */
export function gtinOf({ text, symbology }: Pick<Barcode, 'text' | 'symbology'>): string | undefined {
  const digits = text.trim();
  // Other kinds of bars hold anything; 13 digits are no IMEI, and 14 in ITF are what cartons bear (ITF-14).
  const may =
    symbology === 'EANUPC' || /^\d{13}$/.test(digits) || (symbology === 'ITF' && /^\d{14}$/.test(digits));
  return may ? asGtin(digits) : undefined;
}

/** A GTIN without the zeros it is filled up with: 12 digits for a UPC, 13 for an EAN; nothing when it is none. */
export function asGtin(digits: string): string | undefined {
  return DIGITS.test(digits) && hasRightCheckDigit(digits) ? digits.replace(FRAME, '') : undefined;
}

/** GS1 General Specifications, 7.9.1: weights 3 and 1 in turn, the last digit rounds the sum up to tens. */
function hasRightCheckDigit(digits: string): boolean {
  const weighted = [...digits.padStart(LONGEST, '0')].map(
    (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1),
  );
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
