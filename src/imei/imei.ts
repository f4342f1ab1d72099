import { hasRightCheckDigit, luhnCheckDigit } from './luhn.ts';

declare const brand: unique symbol;

/**
 * 15 ASCII digits with a right Luhn check digit (3GPP TS 23.003, 6.2.1). Only this file makes one, so whoever has one
 * need not look again. A string everywhere: as a number it would lose its leading zeros.
 */
export type Imei = string & { readonly [brand]: 'Imei' };

const FIFTEEN_DIGITS = /^[0-9]{15}$/;
const FOURTEEN_DIGITS = /^[0-9]{14}$/;

/** The IMEI that these 15 digits are; nothing when they are not 15, or the check digit is wrong. */
export function asImei(digits: string): Imei | undefined {
  return FIFTEEN_DIGITS.test(digits) && hasRightCheckDigit(digits) ? (digits as Imei) : undefined;
}

/** The IMEI of its first 14 digits, with its check digit computed; nothing when they are not 14. */
export function completeImei(digits: string): Imei | undefined {
  return FOURTEEN_DIGITS.test(digits) ? ((digits + luhnCheckDigit(digits)) as Imei) : undefined;
}

/** Type allocation code: the eight digits that stand for the model. */
export function tacOf(imei: Imei): string {
  return imei.slice(0, 8);
}

/** An IMEI cut as it is today (3GPP TS 23.003, 6.2.1): TAC of eight digits, serial number of six, check digit. */
export function imeiParts(imei: Imei): {
  readonly tac: string;
  readonly serial: string;
  readonly checkDigit: string;
} {
  return { tac: tacOf(imei), serial: imei.slice(8, 14), checkDigit: imei.slice(14) };
}

/** An IMEI cut as it was before 2003, which is how the service cuts it (`imei_parts`, interface section 2.2). */
export function legacyParts(imei: Imei): {
  readonly tac: string;
  readonly fac: string;
  readonly snr: string;
  readonly cd: string;
} {
  return { tac: imei.slice(0, 6), fac: imei.slice(6, 8), snr: imei.slice(8, 14), cd: imei.slice(14) };
}

/** The IMEI as others may see it: the TAC, and dots for the digits that stand for this one phone. */
export function maskSerial(imei: Imei): string {
  return `${tacOf(imei)}${'•'.repeat(7)}`;
}
