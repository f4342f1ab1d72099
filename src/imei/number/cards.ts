import { hasRightCheckDigit, mendedAt } from './luhn.ts';
import { hasReportingBody } from './reporting-body.ts';

/** American Express: 15 digits with a check digit like an IMEI's. No reporting body allocates IMEIs with this prefix. */
const AMEX = /^3[47]/;
/** Diners Club: 14 digits. Its prefix 30 is also a reporting body's. */
const DINERS = /^3[689]/;
/** Visa, Mastercard, Discover, UnionPay: 16 digits. JCB's 35 is also the prefix of most IMEIs. */
const SIXTEEN = /^(?:4|5[1-5]|2[2-7]|6011|62|64[4-9]|65)/;
const JCB = /^35(?:2[89]|[3-8])/;
/** How many last digits of a card number may be shown or persisted. */
const OPEN_END = 4;
const MASK = '•';
const FOURTEEN = 14;
const FIFTEEN = 15;

/** A card number in the form {@link maskedCard} returns. */
const MASKED = /(?<!•)•{10,12}\d{4}(?!\d)/g;
/** First digits of some card brand, by the length of its numbers. */
const STAND_INS: Readonly<Record<number, string>> = { 14: '36', 15: '34', 16: '41' };

/** Whether 14 to 16 digits are a payment card number (ISO/IEC 7812), by issuer, length and check digit. */
export function isCardNumber(digits: string): boolean {
  const { length } = digits;
  if (length < FOURTEEN || length > FIFTEEN + 1) return false;
  if (AMEX.test(digits)) return true;
  const issuer = length === FOURTEEN ? DINERS : SIXTEEN;
  return length !== FIFTEEN && issuer.test(digits) && hasRightCheckDigit(digits);
}

/** Whether digits printed in a card's groups of four are a card number. */
export function isPrintedCard(digits: string): boolean {
  return (
    isCardNumber(digits) || (digits.length === FIFTEEN + 1 && JCB.test(digits) && hasRightCheckDigit(digits))
  );
}

/** Whether digits are a card number with a right check digit and without a reporting body's prefix, whatever the context. */
export function isCardAlone(digits: string): boolean {
  return isCardNumber(digits) && hasRightCheckDigit(digits) && !hasReportingBody(digits);
}

/** The card number with only its last digits: `•••••••••••0005`. */
export function maskedCard(digits: string): string {
  return MASK.repeat(Math.max(0, digits.length - OPEN_END)) + digits.slice(-OPEN_END);
}

/** A card number with the same last digits that no IMEI begins like, whatever the context. */
export function standInFor(digits: string): string {
  const first = STAND_INS[digits.length] ?? '';
  return mendedAt(`${first}${digits.slice(first.length)}`, first.length);
}

/**
 * Returns the text with each masked card number replaced by a valid one of the same length and last digits, so that the
 * search treats both texts alike.
 */
export function withCardsUnmasked(folded: string): string {
  return folded.replace(MASKED, (masked) => {
    return standInFor(masked.replaceAll(MASK, '0'));
  });
}
