import { areOfOnePhone } from '../../imei/imei.ts';
import { isNo } from '../words/before.ts';
import { isTick } from '../words/label-form.ts';
import {
  hasLetters,
  isTelling,
  labelIn,
  NO_LABEL,
  NONE,
  type TextLabel,
  titleIn,
  UNKNOWN,
} from '../words/label-words.ts';
import {
  type Box,
  boxAround,
  inOrder,
  isInRow,
  middleOf,
  phrasesOf,
  SAME_ROW,
  shiftOf,
  sideGap,
  textOf,
  type Word,
} from './lines.ts';
import { isLong, type Run, type Words } from './runs.ts';

/** What words say of a number. */
export interface NumberLabel extends TextLabel {
  /** The rest of the row behind the words that say so, up to the next ones; a tick in it is easily missed. */
  readonly behind?: Box;
  /** What is right before a title; a box that is ticked or not is easily missed in it. */
  readonly ahead?: Box;
}

/** Heights of the number within which a label stands above it. */
const MOST_ABOVE = 2.2;
/** Digits that make a word a value, which may have its caption below it. */
const VALUE = /(?:\d\D*){6}/;
/** A caption is so much nearer to its value than to the next one; where both are as near, it is the order of the list that tells. */
const NEARER = 0.75;
const AS_NEAR = 1.35;
/** Heights of the number: one so near has its label in its row. */
const OWN_NUMBER = 4;
/** Heights of the number by which it and its title may begin, end or be centred elsewhere. */
const ALIGNED = 2.5;
/** Heights of a title in which a box before it has room. */
const AHEAD = 2.2;
/** A number that a title may be of, also with letters for digits that were misread. */
const MAY_BE_IMEI = /^(?=(?:\D*\d){10})[\p{L}\p{N}\s./-]{14,22}$/u;
/** Words beside a title that are what is said of it, where nothing is below them; more of them are a text of their own. */
const MOST_SAID = 2;
/** Words of a line of a sentence, and how those begin that are not its first one. */
const SENTENCE = 3;
const IN_SENTENCE = /^\p{Ll}/u;
/** Where a page says so somewhere, “no” is an answer, and not short for “number”. */
const YES = /^(?:yes|s[ií\u00EC])[.,]?$/iu;
type OnPage = Word | Run;

/** What the title above a number says, whose words begin near it or reach over it. */
export function titleOf(number: Run, words: Words): NumberLabel {
  const { runs, others } = words;
  const over = others.filter((word) => isNear(word, number) && hasLetters(word));
  const nearest = lowest(over);
  if (nearest === undefined) return NONE;
  // A number between them has that label, also one that was misread.
  const values = [...runs, ...others.filter(({ text }) => VALUE.test(text))];
  if (values.some((one) => one !== number && one.y > nearest.y && isAbove(one, number))) return NONE;
  if (isCaptionAbove(nearest, number, words)) return { ...UNKNOWN, isOfAnother: true };
  const row = inOrder([...others, ...runs].filter((word) => isInRow(word, nearest, nearest.height)));
  const phrases = phrasesOf(row, number.height);
  const titles = phrases.filter(
    (phrase) =>
      phrase.some((word) => over.some((one) => one === word)) &&
      !phrase.some((one) => one === number || isTaken(one, row, number.height)),
  );
  const labels = titles.map((title) => titleIn(textOf(title)));
  const [first = NONE] = labels;
  if (!labels.every(({ kind }) => kind === first.kind)) return UNKNOWN;
  const [title = []] = titles;
  return first.kind === 'imei' ? withRow(first, { title, row, phrases }, number, words) : first;
}

/** A title in its row. */
interface TitleRow {
  readonly title: readonly OnPage[];
  readonly row: readonly OnPage[];
  readonly phrases: readonly (readonly OnPage[])[];
}

/** A title, unless the row that it stands in, or the lines around it, show that it is not of this number. */
function withRow(
  label: TextLabel,
  { title, row, phrases }: TitleRow,
  number: Run,
  words: Words,
): NumberLabel {
  const next = phrases[phrases.indexOf(title) + 1];
  const box = boxAround(title);
  const isOther =
    !isAligned(box, number) ||
    hasRival(title, row, number, words) ||
    (next !== undefined && isSaid(next, number, words)) ||
    isOfSentence(title, number, words) ||
    isAnswered(title, words) ||
    isStacked(box, number, words);
  if (isOther) return NO_LABEL;
  const x = box.x + box.width;
  const end = next?.[0]?.x ?? Number.POSITIVE_INFINITY;
  const wide = AHEAD * box.height;
  return { ...label, behind: { ...box, x, width: end - x }, ahead: { ...box, x: box.x - wide, width: wide } };
}

/** Whether a title begins, ends or is centred where a number does, or has its middle above it: one of two columns is above neither. */
function isAligned(title: Box, number: Box): boolean {
  const middle = title.x + title.width / 2;
  const isOver = middle > number.x && middle < number.x + number.width;
  return isOver || shiftOf(title, number) < ALIGNED * number.height;
}

/** Whether another number in the row of this one has no title of its own: the title may be that one's, or of both. */
function hasRival(title: readonly OnPage[], row: readonly OnPage[], number: Run, words: Words): boolean {
  const isOver = (one: Box, other: Box): boolean =>
    one.x < other.x + other.width && one.x + one.width > other.x - 2 * number.height;
  return [...words.runs, ...words.others].some(
    (one) =>
      one !== number &&
      isInRow(one, number, number.height) &&
      MAY_BE_IMEI.test(one.text) &&
      !row.some((word) => !title.includes(word) && isOver(word, one)),
  );
}

/** Whether words beside a title are said of it, as in a list of what was looked at, and are no title of another column. */
function isSaid(next: readonly OnPage[], number: Run, words: Words): boolean {
  const text = textOf(next);
  if (isTick(text)) return true;
  if (next.length > MOST_SAID || next.some(isLong) || isTelling(labelIn(text))) return false;
  const box = boxAround(next);
  const reach = 2 * number.height;
  return ![...words.runs, ...words.others].some(
    (one) =>
      one !== number &&
      isInRow(one, number, number.height) &&
      one.x < box.x + box.width + reach &&
      one.x + one.width > box.x - reach,
  );
}

/** Whether a title ends as a line of a list does that says what is there and what is not. */
function isAnswered(title: readonly OnPage[], { others }: Words): boolean {
  return isNo(title.at(-1)?.text ?? '') && others.some(({ text }) => YES.test(text));
}

/** Whether a title is the end of a line in a sentence, which goes on with the number or comes from the line above. */
function isOfSentence(title: readonly OnPage[], number: Run, words: Words): boolean {
  const box = boxAround(title);
  const [first] = title;
  const lineAt = (isThere: (word: Word) => boolean, height: number): readonly Word[] => {
    const [nearest] = words.others.filter(isThere);
    return nearest === undefined
      ? []
      : inOrder(words.others.filter((word) => isInRow(word, nearest, height)));
  };
  const isBeginning = (word: Box): boolean => Math.abs(word.x - box.x) < ALIGNED * number.height;
  const before = lineAt(
    (word) => isBeginning(word) && isBetween(box.y - word.y - word.height, number.height),
    box.height,
  );
  if (before.length >= SENTENCE && first !== undefined && IN_SENTENCE.test(first.text)) return true;
  const after = lineAt(
    (word) =>
      isBeginning(word) &&
      IN_SENTENCE.test(word.text) &&
      isBetween(word.y - number.y - number.height, number.height),
    number.height,
  );
  return after.length >= SENTENCE;
}

/** Whether a title is the second of two, and the number the first of two: the other title is of this one, and the title of the other. */
function isStacked(title: Box, number: Run, { runs, others }: Words): boolean {
  const isBelow = (one: Box, other: Box, height: number): boolean =>
    Math.abs(one.x - other.x) < ALIGNED * number.height &&
    isBetween(other.y - one.y - one.height, height) &&
    middleOf(one) < other.y;
  const second = runs.find((one) => isBelow(number, one, number.height) && MAY_BE_IMEI.test(one.text));
  if (second === undefined || areOfOnePhone(digitsIn(number), digitsIn(second))) return false;
  return others.some((word) => isBelow(word, title, title.height) && hasLetters(word));
}

function digitsIn({ text }: OnPage): string {
  return text.replaceAll(/\D/g, '');
}

function isBetween(gap: number, height: number): boolean {
  return gap > -SAME_ROW * height && gap < MOST_ABOVE * height;
}

/** Whether the words above a number are the caption of the value above them. */
function isCaptionAbove(title: Word, number: Run, words: Words): boolean {
  const left = number.x - 2 * number.height;
  const isOver = (one: OnPage): boolean =>
    VALUE.test(one.text) &&
    one !== number &&
    one.x < number.x + number.width &&
    one.x + one.width > left &&
    middleOf(one) < title.y;
  const value = lowest([...words.runs, ...words.others].filter(isOver));
  if (value === undefined) return false;
  const [over, under] = [title.y - value.y - value.height, number.y - title.y - title.height];
  if (over < NEARER * under) return true;
  // A list that begins with a value has its captions below.
  const isRun = words.runs.some((one) => one === value);
  return isRun && over < AS_NEAR * under && !isTelling(titleOf(value, words));
}

function lowest<One extends Box>(all: readonly One[]): One | undefined {
  return all.reduce<One | undefined>(
    (low, one) => (low === undefined || one.y > low.y ? one : low),
    undefined,
  );
}

/** Whether there is a number in the row so near to a word that the word is its label, or is itself one. */
function isTaken(word: OnPage, row: readonly OnPage[], height: number): boolean {
  return row.some((one) => isLong(one) && sideGap(one, word) < OWN_NUMBER * height);
}

function isNear(word: Word, number: Run): boolean {
  const gap = number.y - (word.y + word.height);
  if (gap < -SAME_ROW * number.height || gap > MOST_ABOVE * number.height) return false;
  if (middleOf(word) > number.y) return false;
  return word.x < number.x + number.width && word.x + word.width > number.x - 2 * number.height;
}

/** Whether a number stands right above another: beginning or ending at the same place. */
export function isAbove(one: OnPage, other: Run): boolean {
  const gap = other.y - (one.y + one.height);
  const starts = Math.abs(one.x - other.x);
  const ends = Math.abs(one.x + one.width - other.x - other.width);
  return gap > -0.5 * other.height && gap < MOST_ABOVE * other.height && middleOf(one) < other.y
    ? Math.min(starts, ends) < 2 * other.height
    : false;
}
