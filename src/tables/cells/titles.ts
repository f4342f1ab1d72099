import { asImei } from '../../imei/imei.ts';
import { type TitleName, titleName } from '../../imei/others/names.ts';
import { isPlainTitle } from '../../imei/others/plain-titles.ts';
import { type Cell, EMPTY_CELL, type Table } from '../table.ts';
import { isTitle, mayHoldImei, withoutGroups } from './cell-numbers.ts';
import type { Tally } from './tally.ts';

/** What stands for a number that a row does not have. */
const NONE =
  /^(?:n\.?\/?a\.?|none|null|nil|nan|unknown|undefined|not available|tbd|k\.?\s?a\.?|keine|aucun|нет|no)$/iu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The share of titles among the filled cells of a title row. */
const MOST_CELLS = 0.75;
/** Rows in which the titles of a report may be. */
const MOST_TITLE_ROWS = 50;
/** A table has two columns at least. */
const FEWEST_TITLES = 2;
/** More numbers above titles are a table of their own, and no lines of a report. */
const MOST_ABOVE = 5;
/** No report has more cells in its titles, and each is compared with many words. A last row of them may be longer. */
const MOST_LOOKED_AT = 5_000;

/** The last title row above a column's numbers in which the column is titled as IMEIs; undefined if there is none. */
function titledRow(table: TitledRows, one: Tally): number | undefined {
  return titleRow(table, one, ({ text }) => titleName(text) === 'imei');
}

/** The rows of a table, of which it is told once whether they have titles: every column asks. */
export interface TitledRows {
  readonly rows: Table['rows'];
  /** Whether a row has titles, and so many at least. */
  isTitles(index: number, fewest: number): boolean;
}

/** The rows of one table. */
export function createTitledRows(rows: Table['rows']): TitledRows {
  const counts: (readonly [filled: number, titles: number])[] = [];
  return {
    rows,
    isTitles: (index, fewest) => {
      counts[index] ??= countsOf(rows[index] ?? []);
      return areTitles(counts[index], fewest);
    },
  };
}

/** The title of a column. */
export interface ColumnTitle {
  readonly text: string;
  /** What it says of the numbers. */
  readonly name: TitleName;
  /** Its row has titles alone, so that it is none of the values of a row. */
  readonly isAmongTitles: boolean;
}

/** The title of a column; undefined if there is none. */
export function titleOf(table: TitledRows, one: Tally): ColumnTitle | undefined {
  const { rows } = table;
  const row = titledRow(table, one) ?? titleRow(table, one, () => true);
  if (row === undefined) return undefined;
  const { text } = rows[row]?.[one.column] ?? EMPTY_CELL;
  const name = titleName(text);
  // A title may be in two rows, such as “Order” above “Number”.
  const over = titleOver(rows[row - 1] ?? [], one.column);
  return {
    text,
    name: name === 'nothing' && isTitle(over) ? titleName(over.text) : name,
    isAmongTitles: table.isTitles(row, 1),
  };
}

/** The cell of the row above a title, which may be merged with those on its right. */
function titleOver(row: readonly Cell[], column: number): Cell {
  const own = row[column] ?? EMPTY_CELL;
  // A line above a table has one cell.
  if (own.text.trim() !== '' || !isRowOfTitles(row, 2)) return own;
  return row.slice(0, column).findLast(({ text }) => text.trim() !== '') ?? EMPTY_CELL;
}

function titleRow(
  table: TitledRows,
  { column, firstRow }: Tally,
  isMatch: (cell: Cell) => boolean,
): number | undefined {
  const above = table.rows[firstRow - 1]?.[column];
  // It may be the only title, since the others are understood without one.
  if (above !== undefined && isTitle(above) && isMatch(above)) return firstRow - 1;
  return lastTitles(table, { columns: [column], firstRow, isMatch });
}

/**
 * The row with the titles: the last one above the first number that has a title in these columns. What is above it, such as
 * the title of a report, is no title of a column.
 */
export function headerOf(table: TitledRows, columns: readonly Tally[]): number | undefined {
  const [first] = columns.toSorted((one, other) => one.firstRow - other.firstRow);
  if (first === undefined) return undefined;
  const titled = columns
    .flatMap((one) => titledRow(table, one) ?? [])
    .toSorted((one, other) => one - other)[0];
  if (titled !== undefined) return titled;
  return lastTitles(table, {
    columns: columns.map(({ column }) => column),
    firstRow: first.firstRow,
    isMatch: () => true,
  });
}

/**
 * The rows of titles that have numbers above them, which are of a report: the time it was made, or what it is counted by. By the
 * index of a column that has a title there.
 */
export function titlesBelowReport({ rows, isTitles }: TitledRows): ReadonlyMap<number, number> {
  const titled = new Map<number, number>();
  let looked = 0;
  for (const [index, row] of rows.slice(0, MOST_TITLE_ROWS).entries()) {
    if (looked > MOST_LOOKED_AT || !isTitles(index, FEWEST_TITLES)) continue;
    looked += row.length;
    for (const [column, cell] of row.entries())
      if (isTitle(cell) && opensTable(rows, { index, column, above: titled.get(column) }))
        titled.set(column, index);
  }
  return new Map([...titled].filter(([column, index]) => hasReportAbove(rows, index, column)));
}

/** Whether a title is that of all the numbers below it. What one above it has IMEIs of is a table of its own. */
function opensTable(
  rows: Table['rows'],
  {
    index,
    column,
    above,
  }: { readonly index: number; readonly column: number; readonly above: number | undefined },
): boolean {
  const { text } = rows[index]?.[column] ?? EMPTY_CELL;
  const isCalledImei = titleName(text) === 'imei';
  if (!isCalledImei && !isPlainTitle(text)) return false;
  if (isCalledImei && above === undefined) return true;
  return !rows.slice(above ?? 0, index).some((one) => isImei(one[column] ?? EMPTY_CELL));
}

function hasReportAbove(rows: Table['rows'], index: number, column: number): boolean {
  const mayHold = (row: readonly Cell[]): boolean => mayHoldImei(row[column] ?? EMPTY_CELL);
  const above = rows.slice(0, index).filter(mayHold).length;
  return above > 0 && above <= MOST_ABOVE && rows.slice(index + 1).some(mayHold);
}

function isImei({ text }: Cell): boolean {
  return asImei(withoutGroups(text.trim())) !== undefined;
}

interface TitlesWanted {
  readonly columns: readonly number[];
  /** Index of the first row that is none. */
  readonly firstRow: number;
  readonly isMatch: (cell: Cell) => boolean;
}

function lastTitles(
  { rows, isTitles }: TitledRows,
  { columns, firstRow, isMatch }: TitlesWanted,
): number | undefined {
  const fewest = Math.min(2, filledIn(rows[firstRow] ?? []).length);
  const repeated = repeatedAbove(rows, firstRow, columns);
  for (let index = firstRow - 1; index >= 0; index -= 1) {
    const row = rows[index] ?? [];
    const own = columns.flatMap((column) => row[column] ?? []);
    const isTitled = own.some(
      (cell) => isTitle(cell) && isMatch(cell) && !NONE.test(cell.text.trim()) && !repeated.has(cell.text),
    );
    if (isTitled && isTitles(index, fewest)) return index;
  }
  return undefined;
}

/** Whether a row has titles: a line above a table, such as the title of a report, has one cell; a row of data has numbers. */
function isRowOfTitles(row: readonly Cell[], fewest: number): boolean {
  return areTitles(countsOf(row), fewest);
}

function areTitles([filled, titles]: readonly [filled: number, titles: number], fewest: number): boolean {
  return titles >= fewest && titles >= filled * MOST_CELLS;
}

function countsOf(row: readonly Cell[]): readonly [filled: number, titles: number] {
  // A sign such as “#” is neither a title nor a number.
  const filled = row.filter(({ text }) => LETTER_OR_DIGIT.test(text));
  return [filled.length, filled.filter(isTitle).length];
}

function filledIn(row: readonly Cell[]): readonly Cell[] {
  return row.filter(({ text }) => text.trim() !== '');
}

/** Texts of these columns that stand above the first number more than once, as no title does. */
function repeatedAbove(
  rows: Table['rows'],
  firstRow: number,
  columns: readonly number[],
): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const column of columns) {
    const seen = new Set<string>();
    for (const row of rows.slice(0, firstRow)) {
      const text = row[column]?.text ?? '';
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
    }
  }
  return repeated;
}
