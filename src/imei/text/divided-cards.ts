import { isCardAlone, isRightCard, standInFor } from '../number/cards.ts';
import {
  type Edit,
  edited,
  GAP,
  gapBits,
  groupedCards,
  inOneRun,
  type Numbered,
  runLength,
  TOO_LONG,
} from './digit-runs.ts';
import { UNSEEN } from './fold.ts';

/** Most characters that people, forms and exports put between the groups of a card number. */
const LONGEST_GAP = 6;
/** What they do not put there. */
const APART = GAP.letter | GAP.number | GAP.lineEnd;

/** A card number with more digits behind it than any number has. */
const LONG = { least: 17, most: 24 };
/** A part of a date behind it. */
const DATE_REST = /\/\d{2,4}(?!\d)/y;
const MONTH = '(?:0[1-9]|1[0-2])';
/** A security code, or the month and year of expiry, or both, behind a card number of this many digits. */
const GLUED: readonly { readonly length: number; readonly behind: RegExp }[] = [
  { length: 16, behind: new RegExp(String.raw`^(?:\d{3,4}|${MONTH}/?(?:20)?\d\d(?:\d{3,4})?)$`) },
  { length: 15, behind: new RegExp(String.raw`^(?:\d{4}|${MONTH}/?(?:20)?\d\d(?:\d{4})?)$`) },
];
/** The same behind a separator with which the search would take it for a part of the number. */
const JOINED = { least: 15, most: 16 };
const CODE_BEHIND = /[^\p{L}\p{N}\s/]\d{3,4}(?!\d)/uy;

/**
 * Rewrites payment card numbers as one run of digits if they stand in printed groups between unusual separators, or have a
 * security code or an expiry glued to them, which goes with them. Keeps the length: {@link UNSEEN} fills the surplus.
 */
export function withDividedCards(folded: Numbered): Numbered {
  const undivided = inOneRun(folded, groupedCards(folded, isDivided));
  const unglued = edited(undivided, runEdits(undivided, LONG, unglue));
  return edited(unglued, runEdits(unglued, JOINED, unjoin));
}

/** A separator that the search itself takes for one within a number: between two numbers there may be another. */
function isDivided({ text, runs }: Numbered, at: number, groups: number): boolean {
  for (let end = at + 1; end < at + 2 * groups - 1; end += 2) {
    const bits = gapBits(text, runs[end] ?? 0, runs[end + 1] ?? 0, LONGEST_GAP);
    if (bits === TOO_LONG || (bits & APART) !== 0 || (bits & GAP.unusual) === 0) return false;
  }
  return true;
}

/** What is rewritten where the runs of some lengths stand. */
function runEdits(
  { text, runs }: Numbered,
  { least, most }: { readonly least: number; readonly most: number },
  edit: (text: string, start: number, end: number) => Edit | undefined,
): readonly Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    const length = runLength(runs, at);
    if (length < least || length > most) continue;
    const made = edit(text, runs[at] ?? 0, runs[at + 1] ?? 0);
    if (made !== undefined) edits.push(made);
  }
  return edits;
}

function unglue(text: string, start: number, runEnd: number): Edit | undefined {
  const end = endOf(DATE_REST, text, runEnd) ?? runEnd;
  const written = text.slice(start, end);
  const cut = GLUED.find(
    ({ length, behind }) => isRightCard(written.slice(0, length)) && behind.test(written.slice(length)),
  );
  if (cut === undefined) return undefined;
  return { start, end, written: standInFor(written.slice(0, cut.length)).padEnd(end - start, UNSEEN) };
}

function unjoin(text: string, start: number, runEnd: number): Edit | undefined {
  const end = endOf(CODE_BEHIND, text, runEnd);
  const card = end === undefined ? '' : text.slice(start, runEnd);
  if (end === undefined || !isCardAlone(card)) return undefined;
  return { start, end, written: card.padEnd(end - start, UNSEEN) };
}

/** Where the match of a pattern ends that is to begin at an offset; undefined if it does not match there. */
function endOf(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
