import { UNSEEN } from './fold.ts';
import { digitsOf, isRightCard, printedCards } from './printed-cards.ts';

/** What stands between the groups of a card number that is told rather than typed: line ends, a word or two. */
const SCATTERED = printedCards(String.raw`\P{N}{1,16}`);
/** 14 digits in three groups. */
const SHORTEST = 16;
/** What no number has within it. */
const APART = /[\p{L}\n]/u;

/** A payment card number of which other text divides the groups. */
export interface ScatteredCard {
  /** Offset of the first digit. */
  readonly start: number;
  /** Offset behind the last digit. */
  readonly end: number;
  readonly digits: string;
  /** Line of the text it begins on, from 1. */
  readonly line: number;
}

/**
 * Finds payment card numbers whose groups are divided by line ends or words, in a folded text. They are no numbers to the
 * search, which would show and keep their groups.
 */
export function scatteredCards(folded: string): readonly ScatteredCard[] {
  if (folded.length < SHORTEST) return [];
  const found: ScatteredCard[] = [];
  let line = 1;
  let counted = 0;
  for (const { 1: written = '', index } of folded.matchAll(SCATTERED)) {
    if (index < (found.at(-1)?.end ?? 0) || !APART.test(written)) continue;
    const digits = digitsOf(written);
    if (!isRightCard(digits)) continue;
    line += folded.slice(counted, index).split('\n').length - 1;
    counted = index;
    found.push({ start: index, end: index + written.length, digits, line });
  }
  return found;
}

/** Writes them as one run of digits. Keeps the length: {@link UNSEEN} fills the surplus. */
export function withScatteredCards(folded: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of scatteredCards(folded)) {
    parts.push(folded.slice(done, start), folded.slice(start, end).replace(/\D/g, UNSEEN));
    done = end;
  }
  return done === 0 ? folded : parts.join('') + folded.slice(done);
}

/** The one of them, which are in the order of the text, that shares a character with a span. */
export function scatteredIn(
  cards: readonly ScatteredCard[],
  span: { readonly start: number; readonly end: number },
): ScatteredCard | undefined {
  let [from, to] = [0, cards.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((cards[middle]?.start ?? 0) < span.end) from = middle + 1;
    else to = middle;
  }
  const last = cards[from - 1];
  return last !== undefined && last.end > span.start ? last : undefined;
}
