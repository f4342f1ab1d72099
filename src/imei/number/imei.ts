import { areDigits } from './digits.ts';
import { hasRightCheckDigit, luhnCheckDigit } from './luhn.ts';

declare const brand: unique symbol;
/**
 * 15 ASCII digits with a right Luhn check digit (3GPP TS 23.003, 6.2.1). Only this file creates values of this type. Always
 * a string, since a number would lose leading zeros.
 */
export type Imei = string & { readonly [brand]: 'Imei' };

/** Stands for a digit that is not shown. */
export const MASK = '•';
/** Digits of a type allocation code, which identify the model but not the individual phone. */
export const TAC_LENGTH = 8;
const LENGTH = 15;

/** Returns the IMEI with these 15 digits; undefined if there are not 15, or if the check digit is wrong. */
export function asImei(digits: string): Imei | undefined {
  const isWhole = digits.length === LENGTH && areDigits(digits) && hasRightCheckDigit(digits);
  return isWhole ? (digits as Imei) : undefined;
}

/** Returns the IMEI with these first 14 digits and a computed check digit; undefined if there are not 14. */
export function completeImei(first14: string): Imei | undefined {
  const isWhole = first14.length === LENGTH - 1 && areDigits(first14);
  return isWhole ? (`${first14}${luhnCheckDigit(first14)}` as Imei) : undefined;
}

/** The parts of an IMEI since 2004: type allocation code (8 digits), serial number (6), check digit (1). */
export function imeiParts(imei: Imei): { tac: string; serial: string; checkDigit: string } {
  return { tac: tacOf(imei), serial: imei.slice(TAC_LENGTH, 14), checkDigit: imei.slice(14) };
}

/** The parts before 2004, with a final assembly code, as the service's `imei_parts` has them: 6, 2, 6 and 1 digits. */
export function legacyParts(imei: Imei): { tac: string; fac: string; snr: string; cd: string } {
  return { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
}

/** The type allocation code: the first eight digits, which all phones of a model share. */
export function tacOf(imei: Imei): string {
  return imei.slice(0, TAC_LENGTH);
}

/** The IMEI with only its TAC readable, for chats others can read: `49015420•••••••`. */
export function maskSerial(imei: Imei): string {
  return tacOf(imei).padEnd(imei.length, MASK);
}
