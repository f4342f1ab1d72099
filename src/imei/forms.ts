import { maskedCard } from './cards.ts';
import { hasReportingBody, MASK } from './imei.ts';
import { judge, refuse, type Verdict } from './judge.ts';

/** A number in a folded text and what happens to it. */
export interface Judged {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  /** As written; of a card number only the last four digits. */
  readonly text: string;
  readonly verdict: Verdict;
  /** `IMEI1` or `IMEI2`. */
  readonly label?: string | undefined;
}

/** The notation of spreadsheets, which mostly have lost the last digits: `3.52E+14`. */
const EXPONENT = /(?<![\d.,])\d[.,]\d{1,14}e\+?1[345](?!\d)/gi;
const ALL_DIGITS = 14;
/** A number with hidden digits: `35693803******2`. */
const HIDDEN =
  /(?<![\p{L}\d])\d{2}[ ./-]?\d{4}[ ./-]?\d{0,7}[ ./-]?[*•●×xX#]{2,9}[ ./-]?\d{0,5}(?![\p{L}\d*•●×#])/gu;
const HIDING = /[*•●×#]|xx/i;
const HIDDEN_OR_DIGIT = /[\d*•●×xX#]/g;
/** A card number as this project stores it. */
const MASKED_CARD = new RegExp(`(?<!${MASK})${MASK}{10,15}\\d{4}(?!\\d)`, 'g');

/** Whether a number is refused as a payment card. */
export function isCardVerdict(verdict: Verdict): boolean {
  return verdict.kind === 'refuse' && verdict.problem.kind === 'card';
}

/** Judges the numbers of which some digits are not written, and hides them. */
export function withoutForms(folded: string, meant: boolean): { text: string; judged: Judged[] } {
  const judged: Judged[] = [];
  const replaced = (text: string, form: RegExp, judge: (written: string) => Verdict | undefined): string =>
    text.replace(form, (written: string, start: number) => {
      const verdict = judge(written);
      if (verdict === undefined) return written;
      judged.push({ start, end: start + written.length, text: shown(written, verdict), verdict });
      return MASK.repeat(written.length);
    });
  let text = replaced(folded, EXPONENT, (written) => exponentVerdict(written, meant));
  if (!HIDING.test(text)) return { text, judged };
  text = replaced(text, MASKED_CARD, () => refuse({ kind: 'card' }));
  return { text: replaced(text, HIDDEN, hiddenVerdict), judged };
}

function exponentVerdict(written: string, meant: boolean): Verdict | undefined {
  const digits = digitsOf(written);
  return digits.length > ALL_DIGITS ? judge({ digits, called: meant }) : refuse({ kind: 'cut-off' });
}

function digitsOf(written: string): string {
  return written.replace(/e.*$/i, '').replace(/\D/g, '');
}

function shown(written: string, verdict: Verdict): string {
  return isCardVerdict(verdict) && !written.startsWith(MASK) ? maskedCard(digitsOf(written)) : written;
}

function hiddenVerdict(written: string): Verdict | undefined {
  const length = written.match(HIDDEN_OR_DIGIT)?.length ?? 0;
  const isLikeImei = length >= 14 && length <= 16 && hasReportingBody(written);
  return isLikeImei ? refuse({ kind: 'hidden' }) : undefined;
}
