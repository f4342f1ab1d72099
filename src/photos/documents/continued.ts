import type { Candidate } from '../text/candidates.ts';
import { isLikeImei } from '../text/code-names.ts';
import { type Box, boxAround, sideGap, type TextLine, type Word } from '../text/lines.ts';
import type { Run } from '../text/runs.ts';
import { MOST_TITLES, rowsBelow, titlesAmong } from './columns.ts';
import { cellsOf, isInRow, rowOf } from './rows.ts';

/** The lines of a page and the numbers on them. */
export interface PageNumbers {
  readonly lines: readonly TextLine[];
  readonly candidates: readonly Candidate[];
}

/** A table of IMEIs that ends a page: the next page may go on with it without the titles. */
export interface OpenTable {
  /** The words of its row of titles. */
  readonly titles: readonly Word[];
  /** The cells of its last row, from the left. */
  readonly cells: readonly Box[];
}

/** The share of numbers that have to be IMEIs for a page to go on with a table: of others, one in ten looks like one. */
const MOST_IMEIS = 0.75;
/** Words above the first row that are looked at, from the last on. */
const MOST_ABOVE = 50;
/** Heights of the titles by which they are put above the first row. */
const ABOVE = 1.5;

/** The table of IMEIs with which a page ends; undefined if it has none, or if more than a line stands below it. */
export function openTable({ lines, candidates }: PageNumbers): OpenTable | undefined {
  const words = lines.flat();
  const tables = titlesAmong(words)
    .filter(({ name }) => name === 'imei')
    .slice(0, MOST_TITLES)
    .flatMap((title) =>
      rowsBelow(title, candidates, words)
        .slice(-1)
        .map((last) => ({ title, last })),
    );
  const [table] = tables.toSorted((one, other) => other.last.y - one.last.y);
  if (table === undefined || table.last.isDoubtful) return undefined;
  const { run } = table.last.candidate;
  const below = words.filter(({ y }) => y > run.y + run.height);
  const [foot] = below;
  if (foot !== undefined && !below.every((word) => isInRow(word, foot))) return undefined;
  return { titles: words.filter((word) => isInRow(word, table.title)), cells: cellsOfRow(run, words) };
}

/**
 * The lines of a page that goes on with the table of the page before, with the titles of that above its first row in place of a
 * heading: it has no titles, its rows have the same cells in the same places, and nearly all of their numbers are IMEIs. undefined
 * for another page.
 */
export function withTitlesOf(
  { titles, cells }: OpenTable,
  { lines, candidates }: PageNumbers,
): readonly TextLine[] | undefined {
  const words = lines.flat();
  if (titlesAmong(words).length > 0) return undefined;
  const rows = candidates.filter(({ run }) => areAlike(cellsOfRow(run, words), cells));
  const imeis = rows.filter(({ digits }) => isLikeImei(digits));
  const [first] = rows;
  if (first === undefined || first !== candidates[0] || imeis.length < rows.length * MOST_IMEIS)
    return undefined;
  if (hasTitle(first.run, words)) return undefined;
  const top = boxAround(titles);
  const up = first.run.y - ABOVE * top.height - top.y;
  const ofTable = lines.map((line) => line.filter(({ y }) => y >= first.run.y - first.run.height));
  return [titles.map((word) => ({ ...word, y: word.y + up })), ...ofTable];
}

/** Whether a cell of a row with others stands above a number, whatever it says. */
function hasTitle(run: Run, words: readonly Word[]): boolean {
  const above = words.filter((word) => word.y + word.height < run.y && sideGap(word, run) < 0);
  return above
    .slice(-MOST_ABOVE)
    .some((word) => cellsOf(words.filter((one) => isInRow(one, word))).length > 1);
}

/** The cells of a row with a number, from the left. */
function cellsOfRow(run: Run, words: readonly Word[]): readonly Box[] {
  const { left, right } = rowOf(run, words);
  return [...left.map(boxAround), run, ...right.map(boxAround)];
}

/** Whether two rows have as many cells, each where the other has it. */
function areAlike(one: readonly Box[], other: readonly Box[]): boolean {
  return one.length === other.length && one.every((cell, index) => sideGap(cell, other[index] ?? cell) < 0);
}
