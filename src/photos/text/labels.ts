import type { Word } from './lines.ts';
import type { Run, Words } from './runs.ts';

/** What the words beside a number say that it is. */
export interface TextLabel {
  /** `other`: something that has a name of its own, such as a serial number. `unknown`: words, or none. */
  readonly kind: 'imei' | 'other' | 'unknown';
  /** The slot that the label names. */
  readonly slot?: 1 | 2;
}

const UNKNOWN: TextLabel = { kind: 'unknown' };
/** The word as it may have been read; "MEID" behind a slash looks much the same. */
const IMEI = /[I1l|!][MN]E[I1l|!](?!D)/i;
/** Numbers that have a name on the same screens, and others that people photograph. */
const OTHER =
  /MEID|EID|ICC|SERI|S\/?N\b|EAN|UPC|GTIN|IMSI|PESN|CARD|VISA|CUSTOMER|ACCOUNT|KUNDE|KONTO|CLIENT|ORDER|TRACK|INVOICE|\bPHONE\s*(?:N|#|:|$)|TEL|MAC\b|BLUETOOTH|WI-?FI/i;
/** A slot's number stands alone behind the word, or right behind it. */
const SLOT = /(?<!\d)([12])(?!\d)/g;
/** Heights of the number within which a label stands above it. */
const MOST_ABOVE = 2.2;
/** Share of the height by which words of a row may be apart, and a number from the middle of its label. */
const SAME_ROW = 0.6;
const BESIDE = 1;

/** The label of a number: what stands before it in its row, or else what stands above it. */
export function labelOf(number: Run, words: Words, hasTables = false): TextLabel {
  const before = wordsBefore(number, words);
  const label = before.some(hasLetters) ? labelOfWords(before) : UNKNOWN;
  const isTold = label.kind !== 'unknown' || (before.some(hasLetters) && !hasTables);
  return isTold ? label : labelOfWords(wordsAbove(number, words));
}

function labelOfWords(words: readonly (Word | Run)[]): TextLabel {
  return labelIn(words.map(({ text }) => text).join(' '));
}

/** The number that stands right above this one with nothing between them, in the same column. */
export function runAbove(number: Run, { runs }: Pick<Words, 'runs'>): Run | undefined {
  return runs
    .filter((one) => one !== number && isAbove(one, number))
    .sort((one, other) => other.y - one.y)
    .at(0);
}

/** What a text says that a number is. */
export function labelIn(text: string): TextLabel {
  const found = IMEI.exec(text);
  if (found === null) return OTHER.test(text) ? { kind: 'other' } : UNKNOWN;
  const behind = text.slice(found.index + found[0].length);
  const slots = new Set([...behind.matchAll(SLOT)].map(([, slot]) => slot));
  const [slot] = slots;
  return slots.size === 1 ? { kind: 'imei', slot: slot === '1' ? 1 : 2 } : { kind: 'imei' };
}

/**
 * The words on the left of a number in its row, up to the next number. One label may stand beside two numbers, halfway between
 * their rows: the nearest words count.
 */
function wordsBefore(number: Run, { runs, others }: Words): readonly Word[] {
  const isBefore = (one: Word | Run): boolean =>
    one.x + one.width / 2 < number.x && distance(one, number) < BESIDE * number.height;
  const numbers = runs.filter((one) => one.text.length > 2 && isBefore(one));
  const from = Math.max(0, ...numbers.map((one) => one.x + one.width));
  // Slots' numbers stand alone, and are runs.
  const slots = runs.filter((one) => one.text.length <= 2 && isBefore(one));
  const before = [...others.filter(isBefore), ...slots].filter(({ x }) => x >= from);
  const nearest = Math.min(...before.filter(hasLetters).map((word) => distance(word, number)));
  return inOrder(before.filter((word) => distance(word, number) <= nearest + SAME_ROW * number.height));
}

function distance(one: Word | Run, other: Word | Run): number {
  return Math.abs(middleOf(one) - middleOf(other));
}

/** The words of the nearest row above a number that begin near it or reach over it. */
function wordsAbove(number: Run, { runs, others }: Words): readonly Word[] {
  const over = others.filter((word) => isNear(word, number) && hasLetters(word));
  const nearest = over.reduce<Word | undefined>(
    (best, word) => (best === undefined || word.y > best.y ? word : best),
    undefined,
  );
  if (nearest === undefined) return [];
  // A number between them has that label.
  if (runs.some((run) => run !== number && run.y > nearest.y && isAbove(run, number))) return [];
  const row = [...others, ...runs.filter(({ text }) => text.length <= 2)].filter(
    (word) => Math.abs(middleOf(word) - middleOf(nearest)) < SAME_ROW * nearest.height,
  );
  return inOrder(row);
}

function isNear(word: Word, number: Run): boolean {
  const gap = number.y - (word.y + word.height);
  if (gap < -SAME_ROW * number.height || gap > MOST_ABOVE * number.height) return false;
  if (middleOf(word) > number.y) return false;
  return word.x < number.x + number.width && word.x + word.width > number.x - 2 * number.height;
}

/** Whether a number stands right above another: beginning or ending at the same place. */
function isAbove(one: Run, other: Run): boolean {
  const gap = other.y - (one.y + one.height);
  const starts = Math.abs(one.x - other.x);
  const ends = Math.abs(one.x + one.width - other.x - other.width);
  return gap > -0.5 * other.height && gap < MOST_ABOVE * other.height && middleOf(one) < other.y
    ? Math.min(starts, ends) < 2 * other.height
    : false;
}

function inOrder(words: readonly (Word | Run)[]): readonly Word[] {
  return [...words].sort((one, other) => one.x - other.x);
}

function middleOf({ y, height }: { readonly y: number; readonly height: number }): number {
  return y + height / 2;
}

function hasLetters({ text }: { readonly text: string }): boolean {
  return /\p{L}{2}/u.test(text);
}
