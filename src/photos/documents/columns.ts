import { areOfOnePhone, asImei, isOfToday } from '../../imei/imei.ts';
import { columnVerdict } from '../../imei/others/column.ts';
import { FOREIGN_IMEI_WORD } from '../../imei/others/imei-words.ts';
import { titleName } from '../../imei/others/names.ts';
import type { Candidate } from '../text/candidates.ts';
import {
  type Box,
  boxAround,
  distance,
  middleOf,
  PHRASE,
  shiftOf,
  sideGap,
  type TextLine,
  textOf,
  type Word,
} from '../text/lines.ts';
import type { Run } from '../text/runs.ts';
import { isTick } from '../words/label-form.ts';
import { isNameOfNumber, type TextLabel } from '../words/label-words.ts';
import { type Cell, cellsOf, isAlone, isBesideTable, isInRow, isNamed, type Row, rowOf } from './rows.ts';
import { type RowBelow, withDoubt } from './strangers.ts';

/** A title of a column, which stands in a row with others. */
export interface Title extends Box {
  /** The other cells of that row. */
  readonly others: readonly Cell[];
  /** What it says; of phones and of serial numbers, the numbers below it tell more. */
  readonly name: 'imei' | 'phone' | 'serial';
  readonly slot?: 1 | 2;
}

/** A number below a title, in a cell of its own. */
export interface Below extends RowBelow {
  readonly candidate: Candidate;
}

/** All that a title of IMEIs says; with a colon it would be the name of what is beside it. */
const IMEIS = /^(?:\p{L}+ ){0,2}IMEI(?:[ /-]*(?:no\.?|nr\.?|number|nummer|code|MEID|SN))?[ -]*([12])?$/iu;
const A_NUMBER = /\d{6}/;
/** Lists of phones have their IMEIs below it too. */
const SERIAL = /SERI(?:AL|EN|E\b)|SÉRIE|\bS\/?N\b|СЕРИЙН|序列|시리얼|مسلسل|سیریل/iu;
const MOST_WORDS = 3;
/** Heights: rows of a table are not further apart, nor is a number of which nothing else is in the row. */
const MOST_BETWEEN = 6;
const MOST_ALONE = 3;
/** Heights by which the lines of a cell of two may be above and below the middle of a number. */
const TWO_LINES = 1.1;
/** A table has one for each slot; a page may have several tables. */
export const MOST_TITLES = 20;
const ALIGNED = 2;

/**
 * The numbers of a document, those in the columns of a table whose titles say IMEI labelled so: what stands in the other cells of
 * their rows, as “Phone” or a carrier's name, is not said of them. Below a title such as “Phone” they are judged together, and a
 * person is asked about them, as about those whose row may be none of the table.
 */
export function inColumns(
  candidates: readonly Candidate[],
  lines: readonly TextLine[],
): readonly Candidate[] {
  const words = lines.flat();
  const titled = new Map<Candidate, TextLabel>();
  for (const title of titlesAmong(words).slice(0, MOST_TITLES)) {
    const below = rowsBelow(title, candidates, words);
    const label = labelBy(
      title,
      below.filter(({ isDoubtful }) => !isDoubtful).map(({ candidate }) => candidate),
    );
    if (label === undefined) continue;
    for (const { candidate, isDoubtful } of below)
      if (titled.get(candidate)?.kind !== 'imei') titled.set(candidate, isDoubtful ? asked(label) : label);
  }
  return candidates.map((one) => {
    const label = titled.get(one);
    const isKnown = one.label.kind === 'imei' && !(label?.isDoubtful === true && one.label.place === 'above');
    return label === undefined || isKnown ? one : { ...one, label };
  });
}

function asked({ kind }: TextLabel): TextLabel {
  return { kind, place: 'above', isDoubtful: true };
}

/** The numbers of a column with their rows. */
export function rowsBelow(
  title: Title,
  candidates: readonly Candidate[],
  words: readonly Word[],
): readonly Below[] {
  const rows = withDoubt(cellsBelow(title, candidates, words));
  // Below the first entry of a list of what was looked at, nothing is beside a number.
  const isList = title.name === 'imei' && rows.every(({ candidate: { run } }) => isFarFrom(run, words));
  return isList ? rows.map((one) => ({ ...one, isDoubtful: true })) : rows;
}

/** Whether nothing is beside a number, also not a cell of two lines. */
function isFarFrom(run: Run, words: readonly Word[]): boolean {
  return !words.some((word) => distance(word, run) < TWO_LINES * run.height && sideGap(word, run) >= 0);
}

/** The numbers that stand in the cells of a column, from its title on. */
function cellsBelow(
  title: Title,
  candidates: readonly Candidate[],
  words: readonly Word[],
): readonly Below[] {
  const cells: Below[] = [];
  let end = title.y + title.height;
  let first: Row | undefined;
  for (const one of candidates) {
    const { run } = one;
    if (!isUnder(run, title)) continue;
    if (run.y - end > MOST_BETWEEN * run.height || hasWordsBetween(words, run, end)) break;
    if (isCell(run, words)) {
      const row = rowOf(run, words);
      const isDoubtful =
        isNamed(row) || (isOutside(run, row, { first, end }) && !isOfPhoneAbove(one, cells.at(-1)));
      cells.push({ candidate: one, digits: one.digits, row, y: run.y, isDoubtful });
      if (!isDoubtful) first ??= row;
    }
    end = run.y + run.height;
  }
  return cells;
}

/** Whether the row of a number looks like one behind the table whose first row this is, and whose last one ends there. */
function isOutside(
  run: Run,
  row: Row,
  { first, end }: { readonly first: Row | undefined; readonly end: number },
): boolean {
  if (isAlone(row)) return run.y - end > MOST_ALONE * run.height || (first !== undefined && !isAlone(first));
  return first !== undefined && isBesideTable(row, first);
}

/** Whether a number is one of the phone in the row above. */
function isOfPhoneAbove(one: Candidate, above: Below | undefined): boolean {
  return above !== undefined && !above.isDoubtful && areOfOnePhone(one.digits, above.digits);
}

/** What a title says of the numbers below it; undefined if what is said elsewhere counts. */
export function labelBy({ name, slot }: Title, below: readonly Candidate[]): TextLabel | undefined {
  if (name === 'imei') return { kind: 'imei', place: 'above', ...(slot !== undefined && { slot }) };
  const imeis = below.flatMap(({ digits }) => asImei(digits) ?? []).filter(isOfToday);
  const verdict = columnVerdict('phone', { whole: imeis.length, misfit: below.length - imeis.length });
  return verdict === 'none' ? undefined : { kind: 'unknown', place: 'above' };
}

/** A row of titles has several cells, and no number. */
export function titlesAmong(words: readonly Word[]): readonly Title[] {
  const seen = new Set<Word>();
  return words.flatMap((word) => {
    if (seen.has(word) || nameOf(word.text) === undefined) return [];
    const cells = cellsOf(words.filter((one) => isInRow(one, word)));
    for (const one of cells.flat()) seen.add(one);
    if (cells.length < 2 || cells.flat().some(({ text }) => A_NUMBER.test(text))) return [];
    return cells.flatMap((cell, index) => {
      const others = cells.filter((one) => one !== cell);
      // What was looked at, and not a column.
      const isLookedAt = isTick(textOf(cells[index + 1] ?? []));
      return isLookedAt ? [] : titleOf(cell).map((title) => ({ ...title, others }));
    });
  });
}

function titleOf(cell: Cell): readonly Omit<Title, 'others'>[] {
  const words = textOf(cell);
  const [said, slot] = IMEIS.exec(words) ?? [];
  if (said !== undefined)
    return [{ ...boxAround(cell), name: 'imei', ...(slot !== undefined && { slot: slot === '1' ? 1 : 2 }) }];
  const name = cell.length <= MOST_WORDS ? nameOf(words) : undefined;
  // In Latin letters it may be a word of a sentence, as of a service that checks IMEIs.
  if (name === undefined || (name === 'imei' && !FOREIGN_IMEI_WORD.test(words))) return [];
  return [{ ...boxAround(cell), name }];
}

/** What the words of a title with numbers below may name. */
function nameOf(words: string): Title['name'] | undefined {
  const name = titleName(words);
  if (name === 'imei' || name === 'phone') return name;
  return name === 'nothing' && SERIAL.test(words) ? 'serial' : undefined;
}

/** Whether a number stands alone in its cell, and no name of it beside. */
function isCell(run: Run, words: readonly Word[]): boolean {
  const row = words.filter((word) => isInRow(word, run));
  const isBeside = (word: Word): boolean =>
    sideGap(word, run) > 0 && sideGap(word, run) < PHRASE * run.height && !/^\d/.test(word.text);
  const before = row.filter((word) => word.x + word.width <= run.x).toSorted((one, other) => other.x - one.x);
  return !row.some(isBeside) && !isNameOfNumber(before[0]?.text ?? '');
}

/** Words in the same column below the one before, above this number. */
function hasWordsBetween(words: readonly Word[], run: Run, from: number): boolean {
  return words.some(
    (word) =>
      word.y >= from && middleOf(word) < run.y && sideGap(word, run) < 0 && /\p{L}{2}/u.test(word.text),
  );
}

/** Beginning, ending or centred at the same place, below it. */
function isUnder(run: Run, title: Title): boolean {
  return run.y > title.y && shiftOf(run, title) < ALIGNED * run.height;
}
