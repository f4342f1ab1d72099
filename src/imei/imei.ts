declare const brand: unique symbol;
/**
 * 15 ASCII digits with a right Luhn check digit (3GPP TS 23.003, 6.2.1). Only this file creates values of this type. Always
 * a string, since a number would lose leading zeros.
 */
export type Imei = string & { readonly [brand]: 'Imei' };

/** What a person should know about an IMEI that is still checked. */
export type ImeiWarning = 'lost' | 'sample' | 'test-body';

/** Stands for a digit that is not shown. */
export const MASK = '•';
/** Digits of a type allocation code, which identify the model but not the individual phone. */
export const TAC_LENGTH = 8;

/**
 * The bodies that allocate IMEIs or once did, by the first two digits: annex A of GSMA TS.06, version 25 (May 2024), as the
 * article "Reporting Body Identifier" of the English Wikipedia gives it. Allocating: 01 CTIA (PTCRB), 35 TÜV SÜD (BABT), 86 TAF,
 * 99 the Global Hexadecimal Administrator. 98 is reserved, but a few of its TACs were given out (98000100 to 98007800).
 */
export const REPORTING_BODY = /^(?:01|10|30|33|35|44|45|49|5[0-4]|86|91|98|99)/;
/** Of test devices, by the same source: 01 is used for real numbers. */
export const TEST_RANGE = /^0[02-9]/;

/** Numbers that many people have seen, none of them a phone's own. */
const FAMOUS: ReadonlyMap<string, ImeiWarning> = new Map([
  // Shown by Samsung phones that have lost the EFS partition, which holds the IMEI.
  ['004999010640000', 'lost'],
  // From encyclopedias and this project's README.
  ['490154203237518', 'sample'],
  ['352099001761481', 'sample'],
]);

const ZERO = 0x30;

/** Returns the IMEI with these 15 digits; undefined if there are not 15, or if the check digit is wrong. */
export function asImei(digits: string): Imei | undefined {
  return /^\d{15}$/.test(digits) && hasRightCheckDigit(digits) ? (digits as Imei) : undefined;
}

/** Returns the IMEI with these first 14 digits and a computed check digit; undefined if there are not 14. */
export function completeImei(first14: string): Imei | undefined {
  if (!/^\d{14}$/.test(first14)) return undefined;
  return `${first14}${(10 - luhnSum(first14, true)) % 10}` as Imei;
}

/** Whether the last digit of a number is its Luhn check digit, as in IMEIs (3GPP TS 23.003, annex B) and payment cards. */
export function hasRightCheckDigit(digits: string): boolean {
  return luhnSum(digits) === 0;
}

function luhnSum(digits: string, isLastDoubled = false): number {
  let sum = 0;
  let isDoubled = isLastDoubled;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits.charCodeAt(index) - ZERO;
    sum += isDoubled && digit < 9 ? (2 * digit) % 9 : digit;
    isDoubled = !isDoubled;
  }
  return sum % 10;
}

/** The type allocation code: the first eight digits, which all phones of a model share. */
export function tacOf(imei: Imei): string {
  return imei.slice(0, TAC_LENGTH);
}

/** Returns the warning for an IMEI; undefined for ordinary ones. */
export function warningOf(imei: Imei): ImeiWarning | undefined {
  return FAMOUS.get(imei) ?? (TEST_RANGE.test(imei) ? 'test-body' : undefined);
}

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers with a known TAC that a phone can have; swaps first.
 */
export function repairsOf(digits: string, known: KnownTac | undefined): readonly Imei[] {
  if (known === undefined) return [];
  const tried = Array.from(
    digits,
    (digit, at) => digits.slice(0, at) + (digits[at + 1] ?? '') + digit + digits.slice(at + 2),
  );
  for (let at = 0; at < digits.length; at += 1)
    for (let digit = 0; digit < 10; digit += 1)
      tried.push(digits.slice(0, at) + digit + digits.slice(at + 1));
  const imeis = tried.flatMap((one) => asImei(one) ?? []);
  return [...new Set(imeis)].filter(
    (imei) => REPORTING_BODY.test(imei) && known(imei.slice(0, TAC_LENGTH)),
  );
}
