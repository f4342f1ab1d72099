import type { Barcode } from '../barcode.ts';

/** GTIN-8, -12, -13 and -14. */
const DIGITS = /^(?:\d{8}|\d{12,14})$/;
const LONGEST = 14;
/** The leading zeros of a GTIN-14 or EAN-13 that holds a shorter number. */
const FRAME = /^0+(?=\d{12}$|\d{13}$)/;

/** The article number (EAN, UPC, GTIN) in a code; undefined for other codes. */
export function gtinOf({ text, symbology }: Pick<Barcode, 'text' | 'symbology'>): string | undefined {
  const digits = text.trim();
  // Other linear codes hold anything; 13 digits are never an IMEI, and 14 in ITF are on shipping cartons (ITF-14).
  const may =
    symbology === 'EANUPC' || /^\d{13}$/.test(digits) || (symbology === 'ITF' && /^\d{14}$/.test(digits));
  return may ? asGtin(digits) : undefined;
}

/** A GTIN without padding zeros: 12 digits for a UPC, 13 for an EAN; undefined if the digits are none. */
export function asGtin(digits: string): string | undefined {
  return DIGITS.test(digits) && hasRightCheckDigit(digits) ? digits.replace(FRAME, '') : undefined;
}

/** GS1 General Specifications, 7.9.1: alternating weights 3 and 1, the last digit completes the sum to a multiple of ten. */
function hasRightCheckDigit(digits: string): boolean {
  const weighted = [...digits.padStart(LONGEST, '0')].map(
    (digit, index) => Number(digit) * (index % 2 === 0 ? 3 : 1),
  );
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
