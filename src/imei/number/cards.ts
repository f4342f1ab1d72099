import { hasRightCheckDigit, mendedAt } from './luhn.ts';
import { hasReportingBody } from './reporting-body.ts';

/** American Express: 15 digits with a check digit like an IMEI's. No body allocates IMEIs that begin so. */
const AMEX = /^3[47]/;
/** Diners Club: 14 digits. Its 30 is a body's as well. */
const DINERS = /^3[689]/;
/** Visa, Mastercard, Discover, UnionPay: 16 digits. JCB's 35 begins most IMEIs. */
const SIXTEEN = /^(?:4|5[1-5]|2[2-7]|6011|62|64[4-9]|65)/;
const JCB = /^35(?:2[89]|[3-8])/;
/** What stays of a card number where others, or a file, could give it away. */
const OPEN_END = 4;
const MASK = '•';
const FOURTEEN = 14;
const FIFTEEN = 15;

/** A card number as {@link maskedCard} shows it. */
const MASKED = /(?<!•)•{10,12}\d{4}(?!\d)/g;
/** First digits of some card, by the length of its number. */
const STAND_INS: Readonly<Record<number, string>> = { 14: '36', 15: '34', 16: '41' };

/** Whether 14 to 16 digits are the number of a payment card (ISO/IEC 7812): by its issuer, length and check digit. */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < FOURTEEN || length > FIFTEEN + 1) return false;
  if (AMEX.test(digits)) return true;
  const issuer = length === FOURTEEN ? DINERS : SIXTEEN;
  return length !== FIFTEEN && issuer.test(digits) && hasRightCheckDigit(digits);
}

/** Whether digits that stand in the groups of a card, four by four, are the number of one. */
export function isPrintedCard(digits: string): boolean {
  return (
    isCardNumber(digits) || (digits.length === FIFTEEN + 1 && JCB.test(digits) && hasRightCheckDigit(digits))
  );
}

/** Whether digits are a card's number with its check digit, and of no body that allocates IMEIs: whatever stands around. */
export function isCardAlone(digits: string): boolean {
  return isCardNumber(digits) && hasRightCheckDigit(digits) && !hasReportingBody(digits);
}

/** The card number with its last digits only: `•••••••••••0005`. */
export function maskedCard(digits: string): string {
  return MASK.repeat(Math.max(0, digits.length - OPEN_END)) + digits.slice(-OPEN_END);
}

/**
 * The text with a card number of the same length in the place of each masked one, with the same last digits: so the
 * search takes both alike, and what stands around them.
 */
export function withCardsUnmasked(folded: string): string {
  return folded.replace(MASKED, (masked) => {
    const first = STAND_INS[masked.length] ?? '';
    const digits = `${first}${masked.slice(first.length).replaceAll(MASK, '0')}`;
    return mendedAt(digits, first.length);
  });
}
