import {
  GAP,
  type GroupedCard,
  gapBits,
  groupedCards,
  inOneRun,
  type Numbered,
  TOO_LONG,
} from './digit-runs.ts';

/** Most characters between the groups of a card number that is told rather than typed: line ends, a word or two. */
const LONGEST_GAP = 16;
/** What no number has within it. */
const APART = GAP.letter | GAP.lineEnd;

/** A payment card number of which other text divides the groups. */
export interface ScatteredCard extends GroupedCard {
  /** Line of the text it begins on, from 1. */
  readonly line: number;
}

/**
 * Finds payment card numbers whose groups are divided by line ends or words. They are no numbers to the search, which would
 * show and keep their groups.
 */
export function scatteredCards(numbers: Numbered): readonly ScatteredCard[] {
  let line = 1;
  let counted = 0;
  return groupedCards(numbers, areApart).map((card) => {
    line += numbers.text.slice(counted, card.start).split('\n').length - 1;
    counted = card.start;
    return { ...card, line };
  });
}

/** Writes them as one run of digits. Keeps the length. */
export function withScatteredCards(numbers: Numbered): Numbered {
  return inOneRun(numbers, groupedCards(numbers, areApart));
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
  // The index before the first one is no index of an array, and takes long to ask for.
  const last = from === 0 ? undefined : cards[from - 1];
  return last !== undefined && last.end > span.start ? last : undefined;
}

/** Whether no number stands between the groups, and somewhere what no number has within it. */
function areApart({ text, runs }: Numbered, at: number, groups: number): boolean {
  let all = 0;
  for (let end = at + 1; end < at + 2 * groups - 1; end += 2) {
    const bits = gapBits(text, runs[end] ?? 0, runs[end + 1] ?? 0, LONGEST_GAP);
    if (bits === TOO_LONG || (bits & GAP.number) !== 0) return false;
    all |= bits;
  }
  return (all & APART) !== 0;
}
