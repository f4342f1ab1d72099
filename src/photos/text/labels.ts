import {
  hasLetters,
  isNameOfNumber,
  isTelling,
  labelIn,
  NONE,
  type TextLabel,
  UNKNOWN,
} from './label-words.ts';
import { middleOf, textOf, type Word } from './lines.ts';
import type { Run, Words } from './runs.ts';

/** Heights of the number within which a label stands above it. */
const MOST_ABOVE = 2.2;
/** Heights within which a number is so near that the words between may be its caption. */
const NEAR_ABOVE = 4.5;
/** Share of the height by which words of a row may be apart, and a number from the middle of its label. */
const SAME_ROW = 0.6;
const BESIDE = 1;
/** Digits that make a word a value, which may have its caption below it. */
const VALUE = /(?:\d\D*){6}/;
/** A caption is so much nearer to its value than to the next one; where both are as near, it is the order of the list that tells. */
const NEARER = 0.75;
const AS_NEAR = 1.35;
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
  const isName = isNameOfNumber(before.at(-1)?.text ?? '');
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

/** The number that stands right above this one with nothing between them, in the same column. */
export function runAbove(number: Run, { runs }: Pick<Words, 'runs'>): Run | undefined {
  return runs
    .filter((one) => one !== number && isAbove(one, number))
    .sort((one, other) => other.y - one.y)
    .at(0);
}

function labelOfWords(words: readonly (Word | Run)[]): TextLabel {
  return labelIn(textOf(words));
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
  // A number between them has that label, also one that was misread.
  const values = [...runs, ...others.filter(({ text }) => VALUE.test(text))];
  if (values.some((one) => one !== number && one.y > nearest.y && isAbove(one, number))) return NONE;
  if (isCaptionAbove(nearest, number, words)) return { ...UNKNOWN, isOfAnother: true };
  const row = inOrder([...others, ...runs].filter((word) => isInRow(word, nearest, nearest.height)));
  const titles = phrasesOf(row, number.height).filter(
    (phrase) => !phrase.some((one) => one === number || isTaken(one, row, number.height)),
  );
  const labels = titles.filter((phrase) => phrase.some((word) => over.includes(word))).map(labelOfWords);
  const [first = NONE] = labels;
  return labels.every(({ kind }) => kind === first.kind) ? first : UNKNOWN;
}

/** Whether the words above a number are the caption of the value above them. */
function isCaptionAbove(title: Word, number: Run, words: Words): boolean {
  const left = number.x - 2 * number.height;
  const isOver = (one: Word | Run): boolean =>
    VALUE.test(one.text) &&
    one !== number &&
    one.x < number.x + number.width &&
    one.x + one.width > left &&
    middleOf(one) < title.y;
  const value = [...words.runs, ...words.others]
    .filter(isOver)
    .reduce<Word | Run | undefined>(
      (low, one) => (low === undefined || one.y > low.y ? one : low),
      undefined,
    );
  if (value === undefined) return false;
  const [over, under] = [title.y - value.y - value.height, number.y - title.y - title.height];
  if (over < NEARER * under) return true;
  // A list that begins with a value has its captions below.
  const isRun = words.runs.includes(value);
  return isRun && over < AS_NEAR * under && !isTelling(titleOf(value, words));
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

/** Whether a number stands above another with hardly room for more than a caption between them. */
export function isNearAbove(one: Run, other: Run): boolean {
  const gap = other.y - (one.y + one.height);
  const isOver = one.x < other.x + other.width && one.x + one.width > other.x;
  return isLong(one) && isOver && gap > 0 && gap < NEAR_ABOVE * other.height;
}

/** Whether a number stands right above another: beginning or ending at the same place. */
function isAbove(one: Word | Run, other: Run): boolean {
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
