import type { Steps } from '../../core/async/event-loop.ts';
import type { CardSpan } from '../find/findings.ts';
import { searchSteps } from '../find/search.ts';
import { asImei, hasReportingBody } from '../imei.ts';
import { isCardNumber, maskedCard } from '../number/cards.ts';
import { type KnownTac, NONE_KNOWN } from '../number/read.ts';
import { GONE } from '../text/addresses.ts';
import { foldSteps } from '../text/fold.ts';

const DIGIT = /\p{Nd}/gu;
/** A run within an address, which the search skips; an IMEI there is not found either. */
const HIDDEN_RUN = /(?<!\d)\d{14,16}(?!\d)/g;
/** The shortest card number has 14 characters, some of which may be letters by mistake. */
const FEWEST_DIGITS = 10;

/**
 * Returns the text with every payment card number reduced to its last digits, so that it may be persisted. IMEIs stay. An
 * ambiguous number is masked if `findImeis` treats it as a card, so that the search finds the same IMEIs in the masked text.
 * @param known whether a TAC is in the table; has to be the same function the search gets
 */
export function* maskCardSteps(text: string, known: KnownTac = NONE_KNOWN): Steps<string> {
  if (isImei(text) || !hasDigits(text)) return text;
  const folded = yield* foldSteps(text);
  const { collector, scattered, searched } = yield* searchSteps(text, folded, known);
  const spans = [...collector.cards, ...hiddenCards(folded, searched), ...scattered].sort(
    (one, other) => one.start - other.start,
  );
  yield;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, digits } of spans) {
    if (start < done) continue;
    // What is behind it stays on its line.
    parts.push(
      text.slice(done, start),
      maskedCard(digits),
      ...folded.slice(start, end).replace(/[^\n]/g, ''),
    );
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/** Whether a text is one IMEI, as most are: no card number of 15 digits begins as one. */
function isImei(text: string): boolean {
  return asImei(text) !== undefined && hasReportingBody(text);
}

/** Whether a text has enough digits for a card number; most texts do not and skip the search. */
function hasDigits(text: string): boolean {
  DIGIT.lastIndex = 0;
  let count = 0;
  while (count < FEWEST_DIGITS && DIGIT.exec(text) !== null) count += 1;
  return count === FEWEST_DIGITS;
}

function hiddenCards(folded: string, searched: string): readonly CardSpan[] {
  if (!searched.includes(GONE)) return [];
  return [...folded.matchAll(HIDDEN_RUN)]
    .map(({ 0: digits, index }) => ({ digits, start: index, end: index + digits.length }))
    .filter(({ digits, start }) => searched[start] === GONE && isCardNumber(digits));
}
