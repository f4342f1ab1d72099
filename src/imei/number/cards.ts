import { hasRightCheckDigit, mendedAt, numberAt } from '../digits.ts';
import { hasReportingBody, MASK } from '../imei.ts';

/** American Express: 15 digits with a check digit like an IMEI's. No reporting body allocates IMEIs with this prefix. */
const AMEX: ReadonlySet<number> = new Set([34, 37]);
/** Diners Club: 14 digits. Its prefix 30 is also a reporting body's. */
const DINERS: ReadonlySet<number> = new Set([36, 38, 39]);
/** Visa: 16 digits. */
const VISA = '4';
/** Mastercard, UnionPay and Discover: 16 digits, by the first two, and Discover also by three and by four. */
const SIXTEEN: ReadonlySet<number> = new Set([22, 23, 24, 25, 26, 27, 51, 52, 53, 54, 55, 62, 65]);
const SIXTEEN_BY_THREE: ReadonlySet<number> = new Set([644, 645, 646, 647, 648, 649]);
const SIXTEEN_BY_FOUR = 6011;
/** JCB: 16 digits. 35 is also the prefix of most IMEIs. */
const JCB_BY_THREE: ReadonlySet<number> = new Set([353, 354, 355, 356, 357, 358]);
const JCB_BY_FOUR: ReadonlySet<number> = new Set([3528, 3529]);
/** How many last digits of a card number may be shown or persisted. */
export const OPEN_END = 4;
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
  const two = numberAt(digits, 0, 2);
  if (AMEX.has(two)) return true;
  if (length === FIFTEEN) return false;
  return (length === FOURTEEN ? DINERS.has(two) : isOfSixteen(digits, 0)) && hasRightCheckDigit(digits);
}

function isOfSixteen(text: string, at: number): boolean {
  if (text.startsWith(VISA, at) || SIXTEEN.has(numberAt(text, at, 2))) return true;
  return SIXTEEN_BY_THREE.has(numberAt(text, at, 3)) || numberAt(text, at, 4) === SIXTEEN_BY_FOUR;
}

/** Whether a card number may begin with the four digits at an offset, whatever its length. */
export function mayBeginCard(text: string, at: number): boolean {
  const two = numberAt(text, at, 2);
  return AMEX.has(two) || DINERS.has(two) || isOfSixteen(text, at);
}

/** Whether digits are a card number with a right check digit, which alone shows that groups belong together. */
export function isRightCard(digits: string): boolean {
  return isCardNumber(digits) && hasRightCheckDigit(digits);
}

/** Whether digits printed in a card's groups of four are a card number. */
export function isPrintedCard(digits: string): boolean {
  return (
    isCardNumber(digits) || (digits.length === FIFTEEN + 1 && isOfJcb(digits) && hasRightCheckDigit(digits))
  );
}

function isOfJcb(digits: string): boolean {
  return JCB_BY_THREE.has(numberAt(digits, 0, 3)) || JCB_BY_FOUR.has(numberAt(digits, 0, 4));
}

/** Whether digits are a card number with a right check digit and without a reporting body's prefix, whatever the context. */
export function isCardAlone(digits: string): boolean {
  return isRightCard(digits) && !hasReportingBody(digits);
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
  if (!folded.includes(MASK)) return folded;
  return folded.replace(MASKED, (masked) => {
    return standInFor(masked.replaceAll(MASK, '0'));
  });
}
