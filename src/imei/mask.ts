import { fold, WRAP } from './fold.ts';
import { hasRightCheckDigit, MASK } from './imei.ts';

/** Payment cards by issuer and length: American Express, Diners Club, JCB, Visa, Mastercard, Dankort, Discover, UnionPay. */
const CARD =
  /^(?:3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|4\d{15}|(?:5[0-5]|2[2-7])\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;
const FORMS = [
  String.raw`\d{14,19}`,
  String.raw`\d{4}(?:[ -]\d{4}){3}`,
  String.raw`62\d\d(?:[ -]\d{4}){3}[ -]\d{3}`,
  String.raw`3\d{3}[ -]\d{6}[ -]\d{4,5}`,
  // In groups of any size, if no more digits are next to them.
  String.raw`(?<!(?<!\d)\d{1,12}[ -])(?!\d{13})\d(?:[ -]?(?!\d{13})\d){13,18}(?![ -]\d{1,12}(?!\d))`,
];
/** Candidates for cards, also within each other. Most IMEIs begin with 35 like JCB's cards, which need groups of four. */
const WRITTEN = new RegExp(
  String.raw`(?=[2-6])(?<!\d)(?!35(?!\d\d\D))(?=(${FORMS.join('|')})(?!\d))`,
  'g',
);

/**
 * Returns the text with every payment card number reduced to its last four digits, so that it may be stored:
 * `••••••••••••1111`. A text with a card number comes back folded.
 */
export function maskCards(text: string): string {
  const folded = fold(text);
  const masked = withoutCards(folded);
  return masked === folded ? text : masked.replaceAll(WRAP, '\n> ').replace(/(?: ?\v)+ ?/g, ' ');
}

/** The same for a folded text. */
export function withoutCards(folded: string): string {
  let [masked, done] = ['', 0];
  for (const { index, 1: written = '' } of folded.matchAll(WRITTEN)) {
    const digits = written.replace(/\D/g, '');
    if (index < done || !CARD.test(digits) || !hasRightCheckDigit(digits)) continue;
    masked += folded.slice(done, index) + digits.slice(-4).padStart(digits.length, MASK);
    done = index + written.length;
  }
  return masked + folded.slice(done);
}
