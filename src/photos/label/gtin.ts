import { isGtin } from '../../imei/gtin.ts';
import type { Barcode } from '../barcode.ts';

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
  return isGtin(digits) ? digits.replace(FRAME, '') : undefined;
}
