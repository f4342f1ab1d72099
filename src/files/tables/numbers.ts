import { findImeis } from '../../imei/find.ts';
import type { FoundImei, FoundProblem, UnsureImei } from '../../imei/findings.ts';
import { asImei, completeImei, type KnownTac } from '../../imei/imei.ts';
import { type Column, columnName, columnsOf, MIN_ROUNDED, SHORT_NOTATION } from './columns.ts';
import type { AddedColumns, Book, Rows } from './workbook.ts';

/** Most numbers of a file that are returned, repetitions included. */
export const MAX_NUMBERS = 50_000;

/** A number in a column of IMEIs. `line` of its origin is the row, from 1. */
export type CellNumber =
  | { readonly kind: 'found'; readonly found: FoundImei }
  | { readonly kind: 'unsure'; readonly unsure: UnsureImei }
  | { readonly kind: 'problem'; readonly problem: FoundProblem };

/** The numbers of one sheet. */
export interface NumberedSheet extends Pick<AddedColumns, 'sheet' | 'titlesRow'> {
  /** The rows that hold numbers, in the order of its columns. `row`: index in the file, from 0. */
  readonly rows: readonly { readonly row: number; readonly numbers: readonly CellNumber[] }[];
}

/** A column that may hold IMEIs, though neither its title nor its cells say so. */
export interface UnsureColumn {
  /** Its title, or its letters if it has none. `FileQuestion` takes it. */
  readonly name: string;
  /** The IMEIs that are in no other column, each once. */
  readonly numbers: readonly UnsureImei[];
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
  /** Only sheets with numbers; empty if there are only columns to confirm. */
  readonly sheets: readonly NumberedSheet[];
  readonly unsure: readonly UnsureColumn[];
  readonly coverage: Coverage;
}

/** Shorter cells hold no number. */
const MIN_CHARACTERS = 8;
/** Marks that keep a number as text: `="0123"`, `'0123`. */
const AS_TEXT = /^(?:="?|')|"$/g;
const DECIMALS = /[.,]0{1,3}$/;
const THOUSANDS = /^\d{1,3}(?:,\d{2,3})+$/;
/** A spreadsheet's form of an IMEI that it has shortened. */
const ROUNDED = /^[1-9]\d{8}0{6}$/;
const WHOLE = /^\d{15}$/;
/** 01 is the only Reporting Body with a leading zero. */
const WITHOUT_ZERO = /^1\d{13}$/;
/** A cell with the right check digit, if it is a number of 15 digits. */
const completed = (text: string): string =>
  (WHOLE.test(text) && completeImei(text.slice(0, 14))) || text;

/**
 * Finds the numbers of all sheets.
 * @param confirmed names of columns that a person has confirmed
 */
export function numbersOf(
  { separator, sheets, hidden, write }: Book,
  isKnown: KnownTac,
  confirmed: readonly string[],
): TableNumbers {
  let left = MAX_NUMBERS;
  const read = sheets.map((sheet) => {
    const { chosen, unsure, titleRow } = columnsOf(sheet.rows, confirmed);
    const columns = chosen.map((column) => cellsOf(sheet.rows, column, confirmed));
    const rows = rowsOf(sheet.rows, columns, isKnown).filter(({ numbers }) => {
      left -= numbers.length;
      return left >= 0;
    });
    const offered = columns.filter(({ isRounded }) => isRounded);
    // The IMEIs of a rounded column, if a network wrote it.
    for (const { texts, imeis } of offered)
      for (const one of findImeis(texts.map(completed).join('\n')).found) imeis.set(one.imei, one);
    return { ...sheet, titlesRow: titleRow, unsure: [...unsure, ...offered], rows };
  });
  const known = new Set(
    read
      .flatMap(({ rows }) => rows.flatMap((row) => row.numbers))
      .map((one) =>
        one.kind === 'problem' ? '' : (one.kind === 'found' ? one.found : one.unsure).imei,
      ),
  );
  const numbered = read.filter(({ rows }) => rows.length > 0);
  return {
    separator,
    sheets: numbered.map(({ at, titlesRow, rows }) => ({ sheet: at, titlesRow, rows })),
    unsure: read.flatMap(({ unsure }) => unsure.flatMap((column) => unsureColumn(column, known))),
    coverage: {
      read: write === undefined ? [] : numbered.map(({ name }) => name),
      hidden,
      isCut: left < 0 || sheets.some(({ isCut }) => isCut),
    },
  };
}

type Cells = ReturnType<typeof cellsOf>;

/** A column with its cells below the title; with their right check digits if it is rounded and a person has confirmed it. */
function cellsOf(rows: Rows, column: Column, confirmed: readonly string[]) {
  const texts = rows.map((cells, row) =>
    plainNumber((row > column.titleRow && cells[column.column]) || ''),
  );
  const isRounded = isRoundedColumn(texts);
  if (!isRounded || !confirmed.includes(columnName(column))) return { ...column, texts, isRounded };
  return { ...column, texts: texts.map(completed), isRounded: false };
}

/** The rows that have numbers in these columns. */
function rowsOf(rows: Rows, columns: readonly Cells[], known: KnownTac): NumberedSheet['rows'] {
  const byColumn = columns.map(({ texts, name, isRounded }) =>
    texts.map((text, row) => numbersOfCell(text, { name, known, isRounded, line: row + 1 })),
  );
  return rows
    .map((_, row) => ({ row, numbers: byColumn.flatMap((numbers) => numbers[row] ?? []) }))
    .filter(({ numbers }) => numbers.length > 0);
}

function unsureColumn(column: Column, known: ReadonlySet<string>): readonly UnsureColumn[] {
  const name = columnName(column);
  const numbers = [...column.imeis.values()]
    .filter(({ imei }) => !known.has(imei))
    .slice(0, MAX_NUMBERS);
  if (numbers.length === 0) return [];
  const kind = column.title === '' ? 'column' : 'named';
  return [{ name, numbers: numbers.map((one) => ({ ...one, why: { kind, name } })) }];
}

/** `line`: the row of the cell, from 1. `known`: the TACs of the table. */
type CellContext = Pick<Cells, 'name' | 'isRounded'> & {
  readonly line: number;
  readonly known: KnownTac;
};

/** The numbers of a cell in a column of IMEIs, which {@link plainNumber} has made plain. */
export function numbersOfCell(
  text: string,
  { line, name, isRounded, known }: CellContext,
): CellNumber[] {
  if (text.length < MIN_CHARACTERS && !SHORT_NOTATION.test(text)) return [];
  if (ROUNDED.test(text) || (isRounded && WHOLE.test(text)))
    return [{ kind: 'problem', problem: { text, line, problem: { kind: 'rounded' } } }];
  const restored = WITHOUT_ZERO.test(text) && asImei(`0${text}`);
  const { found, unsure, problems } = findImeis(restored || text, { known, isImeiField: true });
  // If only its cells say what a column holds, a short number may be anything, such as a date.
  const shown = name.saysImei
    ? problems
    : problems.filter(({ problem }) => problem.kind !== 'too-short');
  return [
    ...found.map(
      (one): CellNumber => ({
        kind: 'found',
        found: { ...one, label: one.label ?? name.label, line },
      }),
    ),
    ...unsure.map((one): CellNumber => ({ kind: 'unsure', unsure: { ...one, line } })),
    ...shown.map((one): CellNumber => ({ kind: 'problem', problem: { ...one, line } })),
  ];
}

/** The text of a cell, without what spreadsheets do to numbers. */
export function plainNumber(cell: string): string {
  const bare = cell.trim().replace(AS_TEXT, '').replace(DECIMALS, '');
  return THOUSANDS.test(bare) ? bare.replaceAll(',', '') : bare;
}

/** Whether all numbers of a column end in 0 and hardly any check digit is right: a program or a network wrote them so. */
function isRoundedColumn(cells: readonly string[]): boolean {
  const written = cells.filter((text) => WHOLE.test(text));
  const wrong = written.filter((digits) => asImei(digits) === undefined).length;
  const isMost = wrong >= MIN_ROUNDED && wrong * 4 >= written.length * 3;
  return isMost && written.every((digits) => digits.endsWith('0'));
}
