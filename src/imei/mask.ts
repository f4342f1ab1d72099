import { isCard } from './cards.ts';
import { isDigit } from './digits.ts';
import { judgedIn } from './find.ts';
import { fold, TYPED_END, WRAP } from './fold.ts';
import { isCardVerdict } from './forms.ts';
import { hasReportingBody, isInTestRange, TAC_LENGTH } from './imei.ts';

/** Digits of any script, in one run or in groups. */
const LONG_RUN = String.raw`\p{Nd}{14,}`;
const GROUPS = String.raw`(?<![\p{L}\p{Nd}])\p{Nd}{1,12}(?:[\p{Cf}\p{Zs}\p{Pd}\t./_()]{1,3}\p{Nd}{1,12})+(?![\p{L}\p{Nd}])`;
const DIGITS = new RegExp(`${LONG_RUN}|${GROUPS}`, 'gu');
const FEWEST = 14;
const SHOWN = 4;
const LONGEST_IMEI = 16;

/**
 * Returns the text with every payment card number reduced to its last four digits, so that it may be stored. A text with a
 * card number comes back folded; `findImeis` finds the same in it as in the original text.
 */
export function maskCards(text: string): string {
  const folded = fold(text);
  const cards = judgedIn(text, folded, {})
    .filter(({ verdict }) => isCardVerdict(verdict))
    .toSorted((one, other) => one.start - other.start);
  if (cards.length === 0) return text;
  let masked = '';
  let done = 0;
  for (const { start, end, text: shown } of cards) {
    masked += `${folded.slice(done, start)}${shown}${isDigit(folded.charCodeAt(end)) ? ' ' : ''}`;
    done = end;
  }
  return (masked + folded.slice(done)).replaceAll(WRAP, '\n> ').replaceAll(TYPED_END, '\\n');
}

/**
 * Returns a text that may be logged: of each group of 14 digits or more only a TAC is left, or the last four digits of what
 * is no IMEI.
 */
export function maskNumbers(text: string): string {
  return text.replace(DIGITS, (group) => {
    const digits = fold(group).replace(/\D/g, '');
    if (digits.length < FEWEST) return group;
    const isOfPhone = digits.length <= LONGEST_IMEI && (hasReportingBody(digits) || isInTestRange(digits));
    return isOfPhone && !isCard(digits, true)
      ? `${digits.slice(0, TAC_LENGTH)}…`
      : `…${digits.slice(-SHOWN)}`;
  });
}
