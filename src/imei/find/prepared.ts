import type { Steps } from '../../core/async/event-loop.ts';
import { withCardsUnmasked } from '../number/cards.ts';
import { withoutAddresses } from '../text/addresses.ts';
import { numbered } from '../text/digit-runs.ts';
import { withDividedCards } from '../text/divided-cards.ts';
import { type CutOff, withoutExponents } from '../text/exponents.ts';
import { type ScatteredCard, scatteredCards } from '../text/scattered-cards.ts';

/** A folded text in the form that is searched. */
export interface PreparedText {
  /** The text without its addresses and with each card number in one run; offsets are the same as in the original text. */
  readonly searched: string;
  /** The card numbers that other text divides. */
  readonly scattered: readonly ScatteredCard[];
  /** The numbers that a spreadsheet has cut off. */
  readonly cutOffs: readonly CutOff[];
}

/** Prepares a folded text for the search. Each part of the work is a step: on a hostile text it takes milliseconds. */
export function* prepareSteps(folded: string): Steps<PreparedText> {
  const numbers = numbered(folded);
  const scattered = scatteredCards(numbers);
  yield;
  const undivided = withDividedCards(numbers).text;
  yield;
  const { text: written, cutOffs } = withoutExponents(undivided);
  yield;
  const unmasked = withCardsUnmasked(written);
  yield;
  const searched = yield* withoutAddresses(unmasked);
  return { searched, scattered, cutOffs };
}
