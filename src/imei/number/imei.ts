import { hasRightCheckDigit, luhnCheckDigit } from './luhn.ts';

declare const brand: unique symbol;
/**
 * 15 ASCII digits with a right Luhn check digit (3GPP TS 23.003, 6.2.1). Only this file makes one. A string
 * everywhere: as a number it would lose its leading zeros.
 */
export type Imei = string & { readonly [brand]: 'Imei' };

const MASK = '•';
const TAC_LENGTH = 8;
const FIFTEEN_DIGITS = /^[0-9]{15}$/;
const FOURTEEN_DIGITS = /^[0-9]{14}$/;

/** The IMEI that these 15 digits are; nothing when they are not 15, or the check digit is wrong. */
export function asImei(digits: string): Imei | undefined {
  return FIFTEEN_DIGITS.test(digits) && hasRightCheckDigit(digits) ? (digits as Imei) : undefined;
}

/** The IMEI of its first 14 digits, with its check digit computed; nothing when they are not 14. */
export function completeImei(first14: string): Imei | undefined {
  return FOURTEEN_DIGITS.test(first14) ? (`${first14}${luhnCheckDigit(first14)}` as Imei) : undefined;
}

/** The cut since 2004: type allocation code (8 digits), serial number (6), check digit (1). */
export function imeiParts(imei: Imei): { tac: string; serial: string; checkDigit: string } {
  return { tac: tacOf(imei), serial: imei.slice(TAC_LENGTH, 14), checkDigit: imei.slice(14) };
}

/** The older cut, with a final assembly code, as the service's `imei_parts` has it: 6, 2, 6 and 1 digits. */
export function legacyParts(imei: Imei): { tac: string; fac: string; snr: string; cd: string } {
  return { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
}

/** The type allocation code: the eight digits that all phones of a type share. */
export function tacOf(imei: Imei): string {
  return imei.slice(0, TAC_LENGTH);
}

/** The IMEI with its TAC only, for places that others can read: `49015420•••••••`. */
export function maskSerial(imei: Imei): string {
  return tacOf(imei).padEnd(imei.length, MASK);
}
