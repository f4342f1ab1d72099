import type { Word } from './lines.ts';
import type { Run, Words } from './runs.ts';

/** What the words beside a number say that it is. */
export interface TextLabel {
  /**
   * `other`: something that has a name of its own, such as a serial number. `unknown`: words that say neither. `none`: no words.
   */
  readonly kind: 'imei' | 'other' | 'unknown' | 'none';
  /** The slot that the label names. */
  readonly slot?: 1 | 2;
  /** Where the words are that say so. */
  readonly place?: 'beside' | 'above';
}

const UNKNOWN: TextLabel = { kind: 'unknown' };
const NONE: TextLabel = { kind: 'none' };
/** The word as it may have been read; "MEID" behind a slash looks much the same, and "Line1" has it inside. */
const IMEI = /(?<![\p{L}\p{N}])[I1l|!][MN]E[I1l|!](?!D)/iu;
/** Numbers that have a name on the same screens, and others that people photograph, in languages of these letters. */
const OTHER =
  /MEID|EID|ICC|SERI|S\/?N\b|EAN|UPC|GTIN|IMSI|PESN|CARD|VISA|CUSTOMER|ACCOUNT|KUNDE|KONTO|CLIENT|ORDER|TRACK|INVOICE|BESTELL|AUFTRAG|RECHNUNG|SENDUNG|COMMANDE|SUIVI|FACTUR|PEDIDO|RASTREIO|SIPARI|ORDIN|\bPHONE\s*(?:N|#|:|$)|TEL|MAC\b|BLUETOOTH|WI-?FI/i;
/** The other name of the same number, which stands right behind the word. */
const SAME_NUMBER = /^\s*[/|]\s*(?:MEID|EID|ESN|S\/?N)/i;
/** The end of what is said, with something else behind it. */
const SAID_BEFORE = /[.:;,!?]\s.*\p{L}{3}/u;
/** A slot's number stands alone behind the word, or right behind it. */
const SLOT = /(?<!\d)([12])(?!\d)/g;
/** Heights of the number within which a label stands above it. */
const MOST_ABOVE = 2.2;
/** Share of the height by which words of a row may be apart, and a number from the middle of its label. */
const SAME_ROW = 0.6;
const BESIDE = 1;
/** Heights of the number: words further apart are titles of columns of their own, and a number so near has its label in its row. */
const PHRASE = 1.5;
const OWN_NUMBER = 4;

/**
 * The label of a number: what stands before it in its row, or else what stands above it, or else behind it, as in languages that
 * are written from the right.
 * @param hasTables a title above a number counts beside words in its row that say nothing of it
 */
export function labelOf(number: Run, words: Words, hasTables = false): TextLabel {
  const before = lastPhrase(wordsBefore(number, words), number.height);
  const beside = before.some(hasLetters) ? besideOf(before) : NONE;
  const after = wordsBehind(number, words);
  const isName = before.at(-1)?.text.endsWith(':') === true;
  // Words right beside it make it a part of a sentence, and none of a table.
  const isInTable = hasTables && !isName && ![...before, ...after].some((word) => isBeside(word, number));
  if (beside.kind !== 'none' && !(isInTable && beside.kind === 'unknown')) return beside;
  const behind = besideOf(after);
  if (isTelling(behind) || (behind.kind === 'unknown' && !isInTable)) return behind;
  const above = titleOf(number, words);
  if (isTelling(above)) return { ...above, place: 'above' };
  return [beside, above].find(({ kind }) => kind === 'unknown') ?? NONE;
}

function isBeside(word: Word | Run, number: Run): boolean {
  return Math.max(number.x - word.x - word.width, word.x - number.x - number.width) < PHRASE * number.height;
}

function besideOf(words: readonly (Word | Run)[]): TextLabel {
  const label = labelOfWords(words);
  return label.kind === 'none' ? NONE : { ...label, place: 'beside' };
}

/** Whether a label says that a number is an IMEI, or that it is none. */
export function isTelling({ kind }: TextLabel): boolean {
  return kind === 'imei' || kind === 'other';
}

/** The number that stands right above this one with nothing between them, in the same column. */
export function runAbove(number: Run, { runs }: Pick<Words, 'runs'>): Run | undefined {
  return runs
    .filter((one) => one !== number && isAbove(one, number))
    .sort((one, other) => other.y - one.y)
    .at(0);
}

/** What a text says that a number is, which stands behind or below it. */
export function labelIn(text: string): TextLabel {
  const found = IMEI.exec(text);
  if (found === null) {
    if (OTHER.test(text)) return { kind: 'other' };
    return hasLetters({ text }) ? UNKNOWN : NONE;
  }
  const behind = text.slice(found.index + found[0].length).replace(SAME_NUMBER, '');
  // The word is of something else then, as of a check that has an order's number.
  if (OTHER.test(behind) || SAID_BEFORE.test(behind)) return UNKNOWN;
  const slots = new Set([...behind.matchAll(SLOT)].map(([, slot]) => slot));
  const [slot] = slots;
  return slots.size === 1 ? { kind: 'imei', slot: slot === '1' ? 1 : 2 } : { kind: 'imei' };
}

function labelOfWords(words: readonly (Word | Run)[]): TextLabel {
  return labelIn(words.map(({ text }) => text).join(' '));
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

/** The words on the right of a number in its row, unless they are those of a number behind them. */
function wordsBehind(number: Run, { runs, others }: Words): readonly Word[] {
  const isBehind = (one: Word | Run): boolean =>
    one.x > number.x + number.width / 2 && one !== number && isInRow(one, number, number.height);
  const numbers = runs.filter((one) => isLong(one) && isBehind(one));
  return numbers.length > 0 ? [] : inOrder([...others, ...runs].filter(isBehind));
}

/** What the title above a number says, whose words begin near it or reach over it. */
function titleOf(number: Run, words: Words): TextLabel {
  const { runs, others } = words;
  const over = others.filter((word) => isNear(word, number) && hasLetters(word));
  const nearest = over.reduce<Word | undefined>(
    (best, word) => (best === undefined || word.y > best.y ? word : best),
    undefined,
  );
  if (nearest === undefined) return NONE;
  // A number between them has that label.
  if (runs.some((run) => run !== number && run.y > nearest.y && isAbove(run, number))) return NONE;
  const row = inOrder([...others, ...runs].filter((word) => isInRow(word, nearest, nearest.height)));
  const titles = phrasesOf(row, number.height).filter(
    (phrase) => !phrase.some((one) => one === number || isTaken(one, row, number.height)),
  );
  const labels = titles.filter((phrase) => phrase.some((word) => over.includes(word))).map(labelOfWords);
  const [first = NONE] = labels;
  return labels.every(({ kind }) => kind === first.kind) ? first : UNKNOWN;
}

/** The words nearest to a number behind them: those further left are of something else in the row. */
export function lastPhrase<One extends Word | Run>(row: readonly One[], height: number): readonly One[] {
  const phrases = phrasesOf(row, height);
  const last = phrases.findLastIndex((phrase) => phrase.some(hasLetters));
  return phrases.slice(Math.max(0, last)).flat();
}

/** Words of a row that stand together. */
function phrasesOf<One extends Word | Run>(row: readonly One[], height: number): readonly (readonly One[])[] {
  const phrases: One[][] = [];
  for (const word of row) {
    const last = phrases.at(-1)?.at(-1);
    if (last !== undefined && word.x - last.x - last.width < PHRASE * height) phrases.at(-1)?.push(word);
    else phrases.push([word]);
  }
  return phrases;
}

/** Whether there is a number in the row so near to a word that the word is its label, or is itself one. */
function isTaken(word: Word | Run, row: readonly (Word | Run)[], height: number): boolean {
  return row.some((one) => {
    const gap = Math.max(one.x - word.x - word.width, word.x - one.x - one.width);
    return isLong(one) && gap < OWN_NUMBER * height;
  });
}

function isInRow(one: Word | Run, other: Word | Run, height: number): boolean {
  return distance(one, other) < SAME_ROW * height;
}

/** Whether these are digits that may be a number, not that of a slot. */
function isLong({ text }: Word | Run): boolean {
  return text.length > 2 && /\d/.test(text) && !/\p{L}/u.test(text);
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
