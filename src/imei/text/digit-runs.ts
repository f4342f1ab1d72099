import { isDigit } from '../digits.ts';
import { isRightCard, mayBeginCard } from '../number/cards.ts';
import { CODE_POINTS, codeAt, unitsOf } from './characters.ts';
import { UNSEEN } from './fold.ts';

/** Digits of the shortest run that is told: no card is printed in smaller groups. */
const SHORTEST = 4;

/** A folded text, and where its digits stand: what looks for cards in it looks there only, instead of at every character. */
export interface Numbered {
  readonly text: string;
  /** Where each run of four ASCII digits or more starts, and behind that, where it ends; in the order of the text. */
  readonly runs: readonly number[];
}

/** What is written in place of a stretch of a text: as many characters as it has. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** A payment card number in its printed groups. */
export interface GroupedCard {
  /** Offset of the first digit. */
  readonly start: number;
  /** Offset behind the last digit. */
  readonly end: number;
  readonly digits: string;
}

/** Whether what stands between so many groups, from an index of the runs on, divides a card number. */
export type Divides = (numbers: Numbered, at: number, groups: number) => boolean;

/** What {@link gapBits} says of the characters between two runs: a sum of these. */
export const GAP = {
  letter: 1,
  lineEnd: 2,
  /** A digit as well. */
  number: 4,
  /** What the search does not take for a separator within a number. */
  unusual: 8,
} as const;
/** The gap has more characters than were asked for. */
export const TOO_LONG = -1;

const USUAL: ReadonlySet<string> = new Set([...' -./_()\\', UNSEEN]);
const LETTER = /\p{L}/u;
const NUMBER = /\p{N}/u;
/** The bits by code point, with {@link KNOWN} once they were looked up: looking up a Unicode property is slow. */
const BITS = new Uint8Array(CODE_POINTS);
const KNOWN = 16;

/** Looks for the digits of a folded text. */
export function numbered(text: string): Numbered {
  const runs: number[] = [];
  const { length } = text;
  // Each of them has a digit at one of these offsets.
  for (let at = SHORTEST - 1; at < length; at += SHORTEST) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < length && isDigit(text.charCodeAt(end))) end += 1;
    if (end - start >= SHORTEST) runs.push(start, end);
    at = end;
  }
  return { text, runs };
}

/** The text with other things written in it; the same object where there are none. @param edits in order, without overlap */
export function edited(numbers: Numbered, edits: readonly Edit[]): Numbered {
  if (edits.length === 0) return numbers;
  const { text } = numbers;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, written } of edits) {
    parts.push(text.slice(done, start), written);
    done = end;
  }
  return numbered(parts.join('') + text.slice(done));
}

/** How many digits the run has that starts at an index of `runs`; 0 behind the last. */
export function runLength(runs: readonly number[], at: number): number {
  return at < runs.length ? (runs[at + 1] ?? 0) - (runs[at] ?? 0) : 0;
}

/**
 * How many runs, from an index of `runs` on, are the groups that a payment card is printed in: 4-4-4-4, 4-6-5 or 4-6-4. 0 if
 * they are not.
 */
function printedGroups(runs: readonly number[], at: number): number {
  if (runLength(runs, at) !== 4) return 0;
  const [second, third] = [runLength(runs, at + 2), runLength(runs, at + 4)];
  if (second === 4) return third === 4 && runLength(runs, at + 6) === 4 ? 4 : 0;
  return second === 6 && (third === 4 || third === 5) ? 3 : 0;
}

/** The card numbers whose groups are divided so, in the order of the text and without overlap. */
export function groupedCards(numbers: Numbered, divides: Divides): readonly GroupedCard[] {
  const { text, runs } = numbers;
  const found: GroupedCard[] = [];
  let done = 0;
  for (let at = 0; at < runs.length; at += 2) {
    const start = runs[at] ?? 0;
    const groups = start < done ? 0 : printedGroups(runs, at);
    if (groups === 0 || !mayBeginCard(text, start) || !divides(numbers, at, groups)) continue;
    const end = runs[at + 2 * groups - 1] ?? 0;
    const digits = digitsOf(text.slice(start, end));
    if (!isRightCard(digits)) continue;
    done = end;
    found.push({ start, end, digits });
  }
  return found;
}

/** The text with each of these cards as one run of digits. Keeps the length: {@link UNSEEN} fills the surplus. */
export function inOneRun(numbers: Numbered, cards: readonly GroupedCard[]): Numbered {
  const edits = cards.map(({ start, end }): Edit => {
    return { start, end, written: numbers.text.slice(start, end).replace(/\D/g, UNSEEN) };
  });
  return edited(numbers, edits);
}

/** What stands between two runs: a sum of {@link GAP}, or {@link TOO_LONG} for more characters than `most`. */
export function gapBits(text: string, from: number, to: number, most: number): number {
  let bits = 0;
  let left = most;
  for (let at = from; at < to; left -= 1) {
    if (left === 0) return TOO_LONG;
    const code = codeAt(text, at);
    bits |= bitsOfCode(code);
    at += unitsOf(code);
  }
  return bits;
}

/** What was written, without what stands between the digits. */
export function digitsOf(written: string): string {
  let digits = '';
  let from = 0;
  for (let index = 0; index < written.length; index += 1) {
    if (isDigit(written.charCodeAt(index))) continue;
    if (index > from) digits += written.slice(from, index);
    from = index + 1;
  }
  return digits + written.slice(from);
}

function bitsOfCode(code: number): number {
  const known = BITS[code] ?? 0;
  if (known !== 0) return known & ~KNOWN;
  const bits = bitsOf(String.fromCodePoint(code));
  BITS[code] = bits | KNOWN;
  return bits;
}

function bitsOf(character: string): number {
  if (character === '\n') return GAP.lineEnd | GAP.unusual;
  if (USUAL.has(character)) return 0;
  if (LETTER.test(character)) return GAP.letter | GAP.unusual;
  return NUMBER.test(character) ? GAP.number | GAP.unusual : GAP.unusual;
}
