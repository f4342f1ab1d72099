import { isCardAlone, standInFor } from '../number/cards.ts';
import { UNSEEN } from './fold.ts';
import { digitsOf, isRightCard, printedCards } from './printed-cards.ts';

/** What people, forms and exports put between the groups of a card number. */
const DIVIDED = printedCards(String.raw`[^\p{L}\p{N}\n]{1,6}`);
/** A separator that the search itself takes for one within a number: between two numbers there may be another. */
const USUAL = /\d[ \-./_()\\\u200b]+\d/;

/** A card number with more digits behind it than any number has. */
const LONG = /(?<!\d)\d{17,24}(?:\/\d{2,4})?(?!\d)/g;
const MONTH = '(?:0[1-9]|1[0-2])';
/** A security code, or the month and year of expiry, or both, behind a card number of this many digits. */
const GLUED: readonly { readonly length: number; readonly behind: RegExp }[] = [
  { length: 16, behind: new RegExp(String.raw`^(?:\d{3,4}|${MONTH}/?(?:20)?\d\d(?:\d{3,4})?)$`) },
  { length: 15, behind: new RegExp(String.raw`^(?:\d{4}|${MONTH}/?(?:20)?\d\d(?:\d{4})?)$`) },
];
/** The same behind a separator with which the search would take it for a part of the number. */
const JOINED = /(?<!\d)(\d{15,16})[^\p{L}\p{N}\s/]\d{3,4}(?!\d)/gu;

/**
 * Rewrites payment card numbers as one run of digits if they stand in printed groups between unusual separators, or have a
 * security code or an expiry glued to them, which goes with them. Keeps the length: {@link UNSEEN} fills the surplus.
 */
export function withDividedCards(folded: string): string {
  return withoutGlue(withoutDivisions(folded));
}

function withoutDivisions(folded: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 1: written = '', index } of folded.matchAll(DIVIDED)) {
    if (index < done || USUAL.test(written) || !isRightCard(digitsOf(written))) continue;
    parts.push(folded.slice(done, index), written.replace(/\D/g, UNSEEN));
    done = index + written.length;
  }
  return done === 0 ? folded : parts.join('') + folded.slice(done);
}

function withoutGlue(folded: string): string {
  return folded
    .replace(LONG, (written) => {
      const cut = GLUED.find(
        ({ length, behind }) => isRightCard(written.slice(0, length)) && behind.test(written.slice(length)),
      );
      return cut === undefined
        ? written
        : standInFor(written.slice(0, cut.length)).padEnd(written.length, UNSEEN);
    })
    .replace(JOINED, (written, card: string) =>
      isCardAlone(card) ? card.padEnd(written.length, UNSEEN) : written,
    );
}
