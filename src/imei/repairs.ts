import { asImei, hasReportingBody, type Imei, TAC_LENGTH } from './imei.ts';

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/** Knows no TAC, so that no repairs are computed. */
export const NONE_KNOWN: KnownTac = () => false;

const DIGITS = [...'0123456789'];

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers with a known TAC that a phone can have; swaps first.
 */
export function repairsOf(digits: string, known: KnownTac): readonly Imei[] {
  if (known === NONE_KNOWN) return [];
  const places = Array.from(digits, (_, index) => index);
  const tried = [
    ...places.map((index) => swapped(digits, index)),
    ...places.flatMap((index) => DIGITS.map((digit) => withDigit(digits, index, digit))),
  ];
  const imeis = tried.flatMap((one) => asImei(one) ?? []);
  return [...new Set(imeis)].filter((imei) => hasReportingBody(imei) && known(imei.slice(0, TAC_LENGTH)));
}

/** With the digit at an index and the one behind it in the other order. */
function swapped(digits: string, index: number): string {
  const two = digits.slice(index, index + 2);
  return `${digits.slice(0, index)}${two[1] ?? ''}${two[0]}${digits.slice(index + 2)}`;
}

function withDigit(digits: string, index: number, digit: string): string {
  return `${digits.slice(0, index)}${digit}${digits.slice(index + 1)}`;
}
