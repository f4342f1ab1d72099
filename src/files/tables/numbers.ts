import { findImeis } from '../../imei/find.ts';
import type { AskedImei, FoundImei, FoundProblem } from '../../imei/findings.ts';
import { asImei } from '../../imei/imei.ts';
import type { Name } from '../../imei/names.ts';
import type { KnownTac } from '../../imei/repairs.ts';
import { type Column, columnName, columnsOf, SHORT_NOTATION } from './columns.ts';
import type { AddedColumns, Book, Rows } from './workbook.ts';

/** Most numbers of a file that are returned, repetitions included. */
export const MOST_NUMBERS = 50_000;

/** A number in a column of IMEIs. `line` of its origin is the row, from 1. */
export type CellNumber =
  | { readonly kind: 'found'; readonly found: FoundImei }
  | { readonly kind: 'asked'; readonly asked: AskedImei }
  | { readonly kind: 'problem'; readonly problem: FoundProblem };

/** A row that holds numbers, in the order of its columns. `row`: index in the file, from 0. */
interface NumberedRow {
  readonly row: number;
  readonly numbers: readonly CellNumber[];
}

/** The numbers of one sheet. */
export interface NumberedSheet extends Pick<AddedColumns, 'sheet' | 'titlesRow'> {
  readonly rows: readonly NumberedRow[];
}

/** A column that may hold IMEIs, though neither its title nor its cells say so. */
export interface AskedColumn {
  /** Its title, or its letters if it has none. `FileQuestion` takes it. */
  readonly name: string;
  /** The IMEIs that are in no other column, each once. */
  readonly numbers: readonly AskedImei[];
}

/** What was read of a file and what was not. Names of sheets are those of a workbook. */
export interface Coverage {
  readonly read: readonly string[];
  /** Hidden sheets are not read. */
  readonly hidden: readonly string[];
  /** There are more rows or numbers than are read. */
  readonly isCut: boolean;
}

/** The numbers of a file. The cells are not kept; they are read again for the answer. */
export interface TableNumbers {
  /** Of a delimited file; the answer has the same. By default a comma. */
  readonly separator?: string | undefined;
  /** Only sheets with numbers; empty if there is only something to ask. */
  readonly sheets: readonly NumberedSheet[];
  readonly asked: readonly AskedColumn[];
  readonly coverage: Coverage;
}

/** Shorter cells hold no number. */
const FEWEST_CHARACTERS = 8;
/** What keeps a number as text: `="0123"`, `'0123`. */
const AS_TEXT = /^(?:="?|')|"$/g;
const DECIMALS = /[.,]0{1,3}$/;
const THOUSANDS = /^\d{1,3}(?:,\d{2,3})+$/;
/** What a spreadsheet writes of an IMEI that it has shortened. */
const ROUNDED = /^[1-9]\d{8}0{6}$/;
/** 01 is the only Reporting Body with a leading zero. */
const WITHOUT_ZERO = /^1\d{13}$/;
/** Fewer wrong numbers say nothing about their column. */
const FEWEST_ROUNDED = 3;

/**
 * Finds the numbers of all sheets.
 * @param confirmed names of columns that a person has confirmed
 */
export function numbersOf(
  { separator, sheets, hidden, write }: Book,
  isKnown: KnownTac,
  confirmed: readonly string[],
): TableNumbers {
  let left = MOST_NUMBERS;
  const read = sheets.map((sheet) => {
    const { chosen, asked, titleRow } = columnsOf(sheet.rows, confirmed);
    const rows = rowsOf(sheet.rows, chosen, isKnown).filter(({ numbers }) => {
      left -= numbers.length;
      return left >= 0;
    });
    return { ...sheet, titlesRow: titleRow, asked, rows };
  });
  const known = new Set(
    read
      .flatMap(({ rows }) => rows.flatMap((row) => row.numbers))
      .map((one) => (one.kind === 'problem' ? '' : readingOf(one).imei)),
  );
  const numbered = read.filter(({ rows }) => rows.length > 0);
  return {
    separator,
    sheets: numbered.map(({ at, titlesRow, rows }) => ({ sheet: at, titlesRow, rows })),
    asked: read.flatMap(({ asked }) => asked.flatMap((column) => askedColumn(column, known))),
    coverage: {
      read: write === undefined ? [] : numbered.map(({ name }) => name),
      hidden,
      isCut: left < 0 || sheets.some(({ isCut }) => isCut),
    },
  };
}

/** The rows that have numbers in these columns. */
function rowsOf(rows: Rows, columns: readonly Column[], known: KnownTac): readonly NumberedRow[] {
  const byColumn = columns.map(({ column, titleRow, name }) => {
    const numbers = rows.map((cells, row) =>
      row <= titleRow ? [] : numbersOfCell(cells[column] ?? '', { line: row + 1, name, known }),
    );
    return isRounded(numbers.flat()) ? numbers.map((cell) => cell.map(rounded)) : numbers;
  });
  return rows
    .map((_, row) => ({ row, numbers: byColumn.flatMap((numbers) => numbers[row] ?? []) }))
    .filter(({ numbers }) => numbers.length > 0);
}

function askedColumn(column: Column, known: ReadonlySet<string>): readonly AskedColumn[] {
  const name = columnName(column);
  const numbers = [...column.imeis.values()].filter(({ imei }) => !known.has(imei)).slice(0, MOST_NUMBERS);
  if (numbers.length === 0) return [];
  const kind = column.title === '' ? 'column' : 'named';
  return [{ name, numbers: numbers.map((one) => ({ ...one, why: { kind, name } })) }];
}

/** The row of a cell, from 1, the name of its column, and the TACs that are known. */
interface CellContext {
  readonly line: number;
  readonly name: Name;
  readonly known: KnownTac;
}

/** The numbers of a cell in a column of IMEIs. What spreadsheets do to numbers is undone. */
export function numbersOfCell(text: string, { line, name, known }: CellContext): readonly CellNumber[] {
  const bare = text.trim().replace(AS_TEXT, '');
  if (bare.length < FEWEST_CHARACTERS && !SHORT_NOTATION.test(bare)) return [];
  const decimal = bare.replace(DECIMALS, '');
  const whole = THOUSANDS.test(decimal) ? decimal.replaceAll(',', '') : decimal;
  if (ROUNDED.test(whole))
    return [{ kind: 'problem', problem: { text: whole, line, problem: { kind: 'rounded' } } }];
  const restored = WITHOUT_ZERO.test(whole) && asImei(`0${whole}`);
  const { found, asked, problems } = findImeis(restored || whole, { known, meant: true });
  const { called, label } = name;
  // If only its cells say what a column holds, a short number may be anything, such as a date.
  const worth = called ? problems : problems.filter(({ problem }) => problem.kind !== 'too-short');
  return [
    ...found.map((one): CellNumber => ({ kind: 'found', found: { ...(label && { label }), ...one, line } })),
    ...asked.map((one): CellNumber => ({ kind: 'asked', asked: { ...one, line } })),
    ...worth.map((one): CellNumber => ({ kind: 'problem', problem: { ...one, line } })),
  ];
}

/** Whether all 15 digits of a column end in 0 while hardly any check digit is right: they are rounded, or a network's. */
function isRounded(numbers: readonly CellNumber[]): boolean {
  const written = numbers.flatMap((one) => digitsOf(one) ?? []);
  const wrong = written.filter((digits) => asImei(digits) === undefined).length;
  const isMost = wrong >= FEWEST_ROUNDED && wrong * 4 >= written.length * 3;
  return isMost && written.every((digits) => digits.endsWith('0'));
}

/** A number of a rounded column, of which nothing is guessed. */
function rounded(one: CellNumber): CellNumber {
  const text = digitsOf(one);
  if (text === undefined) return one;
  const { line } = one.kind === 'problem' ? one.problem : readingOf(one);
  return { kind: 'problem', problem: { text, line, problem: { kind: 'rounded' } } };
}

/** The IMEI of a cell that is not a problem. */
function readingOf(one: Exclude<CellNumber, { kind: 'problem' }>): FoundImei | AskedImei {
  return one.kind === 'found' ? one.found : one.asked;
}

/** The 15 digits of a cell; undefined if it has something else. */
function digitsOf(one: CellNumber): string | undefined {
  if (one.kind !== 'problem') return readingOf(one).from === 'imei' ? readingOf(one).imei : undefined;
  const digits = one.problem.text.replace(/\D/g, '');
  return one.problem.problem.kind === 'check-digit' && digits.length === 15 ? digits : undefined;
}
