import { isNo } from '../words/before.ts';
import {
  hasLetters,
  isNameOfNumber,
  isTelling,
  labelIn,
  NONE,
  type TextLabel,
} from '../words/label-words.ts';
import {
  distance,
  inOrder,
  isInRow,
  PHRASE,
  phrasesOf,
  SAME_ROW,
  sideGap,
  textOf,
  type Word,
} from './lines.ts';
import { isLong, type Run, type Words } from './runs.ts';
import { isAbove, type NumberLabel, titleOf } from './titles.ts';

/** Heights within which a number is so near that the words between may be its caption. */
const NEAR_ABOVE = 4.5;
/** Heights by which a number may be from the middle of its label. */
const BESIDE = 1;

/**
 * The label of a number: what stands before it in its row, or else what stands above it, or else behind it, as in languages that
 * are written from the right.
 * @param hasTables a title above a number counts beside words in its row that say nothing of it
 */
export function labelOf(number: Run, words: Words, hasTables = false): NumberLabel {
  const before = lastPhrase(wordsBefore(number, words), number.height);
  const isRightBefore = before.slice(-1).some((word) => isBeside(word, number));
  const beside = before.some(hasLetters) ? withGap(besideOf(before, isRightBefore), before, number) : NONE;
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
  return sideGap(word, number) < PHRASE * number.height;
}

/** A label before a number, with what is between them. */
function withGap(label: NumberLabel, before: readonly Word[], number: Run): NumberLabel {
  const last = before.at(-1);
  if (label.kind !== 'imei' || last === undefined) return label;
  const x = last.x + last.width;
  const { isDoubtful, ...known } = label;
  // Right before its number it is short for that word.
  const isAnswer = isDoubtful === true && !(isNo(last.text) && isBeside(last, number));
  return { ...(isAnswer ? label : known), behind: { ...last, x, width: number.x - x } };
}

function besideOf(words: readonly (Word | Run)[], isRightBefore = false): TextLabel {
  const label = labelIn(textOf(words), isRightBefore);
  return label.kind === 'none' ? NONE : { ...label, place: 'beside', words: textOf(words) };
}

/** The number that stands right above this one with nothing between them, in the same column. */
export function runAbove(number: Run, { runs }: Pick<Words, 'runs'>): Run | undefined {
  return runs
    .filter((one) => one !== number && isAbove(one, number))
    .sort((one, other) => other.y - one.y)
    .at(0);
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

/** The words on the right of a number in its row, unless they are those of a number behind them. */
function wordsBehind(number: Run, { runs, others }: Words): readonly Word[] {
  const isBehind = (one: Word | Run): boolean =>
    one.x > number.x + number.width / 2 && one !== number && isInRow(one, number, number.height);
  const numbers = runs.filter((one) => isLong(one) && isBehind(one));
  return numbers.length > 0 ? [] : inOrder([...others, ...runs].filter(isBehind));
}

/** The words nearest to a number behind them: those further left are of something else in the row. */
export function lastPhrase<One extends Word | Run>(row: readonly One[], height: number): readonly One[] {
  const phrases = phrasesOf(row, height);
  const last = phrases.findLastIndex((phrase) => phrase.some(hasLetters));
  return phrases.slice(Math.max(0, last)).flat();
}

/** Whether a number stands above another with hardly room for more than a caption between them. */
export function isNearAbove(one: Run, other: Run): boolean {
  const gap = other.y - (one.y + one.height);
  const isOver = one.x < other.x + other.width && one.x + one.width > other.x;
  return isLong(one) && isOver && gap > 0 && gap < NEAR_ABOVE * other.height;
}
