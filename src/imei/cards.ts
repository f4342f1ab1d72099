import { hasRightCheckDigit } from './digits.ts';
import { MASK } from './imei.ts';

/** Payment cards by issuer and length: American Express, Diners Club, Visa, Mastercard, Discover, UnionPay. */
const CARD =
  /^(?:3[47]\d{13}|3[689]\d{12}|4\d{15}|(?:5[1-5]|2[2-7])\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;
/** JCB. Most IMEIs begin with 35 as well. */
const JCB = /^35(?:2[89]|[3-8]\d)\d{12}$/;
/** How many last digits of a card number may be shown or stored. */
const SHOWN = 4;

/**
 * Whether digits are a payment card number (ISO/IEC 7812), by issuer, length and check digit.
 * @param inFours they are printed in groups of four, without which a number of JCB is more likely an IMEI with 16 digits
 */
export function isCard(digits: string, inFours: boolean): boolean {
  return (CARD.test(digits) || (inFours && JCB.test(digits))) && hasRightCheckDigit(digits);
}

/** The card number with its last four digits only: `••••••••••••1111`. */
export function maskedCard(digits: string): string {
  return digits.slice(-SHOWN).padStart(digits.length, MASK);
}
