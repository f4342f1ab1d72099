import { findImeis } from '../../imei/find.ts';
import type { FoundImei, UnsureImei } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import { NAMELESS, type Name, nameOf } from '../../imei/names.ts';
import type { Book, Rows } from './workbook.ts';

/** A column and what it holds. */
export interface Column {
  readonly column: number;
  /** Empty if it has none, with the row -1. */
  title: string;
  titleRow: number;
  name: Name;
  /** The first row with a number; infinite if there is none. */
  firstRow: number;
  /** Cells with content from that row on, and how many of them have a valid IMEI, or 15 digits that end in 0. */
  filled: number;
  valid: number;
  rounded: number;
  /** What may be IMEIs, if its title does not say so. */
  readonly imeis: Map<Imei, FoundImei | UnsureImei>;
}

/** A number that a spreadsheet shows in short notation. */
export const SHORT_NOTATION = /^\d[.,]?\d*e\+?\d+$/i;
/** Titles are at the top. */
const MAX_TITLE_ROWS = 50;
const LONGEST_TITLE = 80;
const MIN_DIGITS = 14;
/** With fewer wrong numbers, a column does not count as rounded. */
export const MIN_ROUNDED = 3;
const LETTER = /\p{L}/u;
const NO_DIGIT = /\P{Nd}/gu;

/**
 * Chooses the columns of a sheet: those whose title says IMEI, each that has no other name and in which at least half of the cells
 * are valid, and those that a person has confirmed. `unsure`: others that may hold IMEIs.
 */
export function columnsOf(rows: Rows, confirmed: readonly string[]) {
  const columns: Column[] = [];
  for (const [row, cells] of rows.entries()) {
    cells.forEach((cell, column) => {
      const text = cell.trim();
      if (text === '') return;
      columns[column] ??= emptyColumn(column);
      tally(columns[column], text, row);
    });
  }
  const all = Object.values(columns);
  const chosen = all.filter(
    (column) => isOfImeis(column) || confirmed.includes(columnName(column)),
  );
  const unsure = all.filter((column) => !chosen.includes(column) && column.imeis.size > 0);
  return { chosen, unsure, titleRow: titleRowOf(chosen.length > 0 ? chosen : unsure) };
}

/** The name of a column: its title, or its letters. */
export function columnName({ title, column }: Column): string {
  return title === '' ? lettersOf(column) : title;
}

function emptyColumn(column: number): Column {
  const counts = { firstRow: Number.POSITIVE_INFINITY, filled: 0, valid: 0, rounded: 0 };
  return { column, title: '', titleRow: -1, name: NAMELESS, ...counts, imeis: new Map() };
}

function tally(column: Column, text: string, row: number): void {
  const isNumber = text.length >= MIN_DIGITS && text.replace(NO_DIGIT, '').length >= MIN_DIGITS;
  if (isNumber) column.firstRow = Math.min(column.firstRow, row);
  if (column.firstRow <= row) column.filled += 1;
  else if (row < MAX_TITLE_ROWS && LETTER.test(text) && !SHORT_NOTATION.test(text))
    takeTitle(column, text, row);
  if (!isNumber || column.name.saysImei) return;
  const { found, unsure, problems } = findImeis(text);
  const [why] = unsure.map((one) => one.why);
  if (column.title === '' && why?.kind === 'named') column.title = why.name;
  if (found.some(({ from }) => from === 'imei')) column.valid += 1;
  else if (problems.some(({ problem }) => problem.kind === 'check-digit' && problem.given === '0'))
    column.rounded += 1;
  for (const one of [...found, ...unsure])
    if (!column.imeis.has(one.imei)) column.imeis.set(one.imei, { ...one, line: row + 1 });
}

/** The last text above the numbers is the title, on one line, unless an earlier one says IMEI. */
function takeTitle(column: Column, text: string, row: number): void {
  const name = text.length > LONGEST_TITLE ? NAMELESS : nameOf(text);
  if (column.name.saysImei && !name.saysImei) return;
  Object.assign(column, {
    title: text.slice(0, LONGEST_TITLE).replace(/\s+/g, ' '),
    titleRow: row,
    name,
  });
}

function isOfImeis({ name, valid, rounded, filled }: Column): boolean {
  const isRounded = rounded >= MIN_ROUNDED && valid + rounded === filled;
  return (
    name.saysImei || (name.why === undefined && (isRounded || (valid > 0 && valid * 2 >= filled)))
  );
}

/** The lowest row with titles that is above all numbers. */
function titleRowOf(columns: readonly Column[]): number | undefined {
  const first = Math.min(...columns.map(({ firstRow }) => firstRow));
  const rows = columns.map(({ titleRow }) => titleRow).filter((row) => row >= 0 && row < first);
  return rows.length === 0 ? undefined : Math.max(...rows);
}

/** Names on the left and their values on the right, as lines of text; undefined for other tables. */
export function namedValues({ sheets }: Book): string | undefined {
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const top = rows.slice(0, MAX_TITLE_ROWS);
  const isTable = top.some(([, ...right]) => right.some((cell = '') => nameOf(cell).saysImei));
  const names = top
    .filter(([, right = '']) => right.replace(NO_DIGIT, '').length >= MIN_DIGITS)
    .map(([left = '']) => nameOf(left));
  const [isNamed, isOther] = [names.some((name) => name.saysImei), names.some((name) => name.why)];
  // With more columns, several names must be in the first one.
  const isPairs = rows.some(({ length }) => length > 2) ? isNamed && isOther : isNamed || isOther;
  return isTable || !isPairs ? undefined : rows.map((cells) => cells.join(': ')).join('\n');
}

/** As in a spreadsheet: A, …, Z, AA. */
function lettersOf(column: number): string {
  const before = column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1);
  return before + String.fromCharCode(65 + (column % 26));
}
