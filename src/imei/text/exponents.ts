import { hasReportingBody } from '../imei.ts';
import { GONE } from './addresses.ts';
import { UNSEEN } from './fold.ts';
import { hasPower, withCardsInOneRun, withCardsUngrouped } from './spreadsheet-cards.ts';

/** A number in a spreadsheet's short notation: `3.52099E+14`, `3,52E+14`. */
const SHORTENED = /^([1-9])(?:[.,](\d+))?e\+?(1[3-5])$/i;
/** The same within a text, where `3E14` may be anything. */
const WITHIN = /(?<![\p{L}\d.,'+-])[1-9](?:[.,]\d{1,20}E\+?|E\+)1[345](?![\p{L}\d]|[.,]\d)/giu;

/** A number in a text of which a spreadsheet has left only the first digits. */
export interface CutOff {
  readonly start: number;
  readonly end: number;
  /** An IMEI may begin with its digits, as far as they tell. */
  readonly mayBeImei: boolean;
}

/** Whether a text is a number in a spreadsheet's short notation, and nothing else. */
export function isShortened(text: string): boolean {
  return SHORTENED.test(text);
}

/** The digits of a number in short notation that still has all of them: `3.52099001761481E+14`. */
export function expanded(text: string): string | undefined {
  const [, first = '', rest = '', exponent = ''] = SHORTENED.exec(text) ?? [];
  const length = Number(exponent);
  const isWhole = first !== '' && rest.length >= length && /^0*$/.test(rest.slice(length));
  return isWhole ? `${first}${rest.slice(0, length)}` : undefined;
}

/**
 * Rewrites numbers in a spreadsheet's notation that have all their digits as one run, and blanks those that have not, which
 * are returned as well. Keeps the length.
 */
export function withoutExponents(folded: string): {
  readonly text: string;
  readonly cutOffs: readonly CutOff[];
} {
  if (!hasPower(folded)) return { text: withCardsUngrouped(folded), cutOffs: [] };
  const cutOffs: CutOff[] = [];
  const text = withCardsInOneRun(folded).replace(WITHIN, (written, at: number) => {
    const digits = expanded(written);
    if (digits !== undefined) return digits.padEnd(written.length, UNSEEN);
    cutOffs.push({ start: at, end: at + written.length, mayBeImei: mayBeImei(written) });
    return GONE.repeat(written.length);
  });
  return { text, cutOffs };
}

/** Of 14 digits, the first was a zero that the spreadsheet has dropped, if it was an IMEI with its check digit. */
function mayBeImei(written: string): boolean {
  const [mantissa = ''] = written.split(/E/i);
  const digits = mantissa.replace(/\D/g, '');
  const lostZero = written.endsWith('13') ? hasReportingBody(`0${digits}`) : false;
  return lostZero || digits.length < 2 || hasReportingBody(digits);
}
