import { findImeis } from '../../../imei/find.ts';
import type { Finding, UnsureImei } from '../../../imei/findings.ts';
import { wrapLines } from '../../../imei/fold.ts';
import type { Imei, KnownTac } from '../../../imei/imei.ts';
import type { AddedColumns, Book, Sheet } from '../book.ts';
import type { NumberedRow } from './cell-numbers.ts';
import { hasNamedValues, namedLine } from './named-values.ts';
import { MAX_NUMBERS, NumberLimit } from './number-limit.ts';
import { type ColumnToConfirm, readTable, type TableOptions } from './read-table.ts';
import { splitTables } from './split-tables.ts';

/** The numbers of a sheet, and where its answers are appended. */
export interface NumberedSheet extends Pick<AddedColumns, 'sheetIndex' | 'titleRow'> {
  /** Only the rows that hold numbers. */
  readonly rows: readonly NumberedRow[];
}

/** A column that may hold IMEIs, though neither its title nor its cells say so. */
export interface UnsureColumn {
  /** Its title, or its letters if it has none. `FileToRead` takes it. */
  readonly name: string;
  /** The IMEIs that are in no other column, each once. */
  readonly numbers: readonly UnsureImei[];
}

/** The parts of a file that were read. A file that is not a workbook has no names of sheets. */
export interface Coverage {
  readonly read: readonly string[];
  /** Hidden sheets are not read. */
  readonly hidden: readonly string[];
  /** Whether there are more rows or numbers than are read. */
  readonly isCut: boolean;
}

/** The numbers of a file. The cells are not in it: they are read again to write the answers. */
export interface TableNumbers {
  /** The delimiter of a delimited file, which the written table has too. By default a comma. */
  readonly delimiter?: string | undefined;
  /** Only sheets with numbers; empty if there are only columns to confirm. */
  readonly sheets: readonly NumberedSheet[];
  readonly columnsToConfirm: readonly UnsureColumn[];
  readonly coverage: Coverage;
}

/** A sheet, the numbers of its columns of IMEIs, and the columns to ask about. */
interface SheetNumbers {
  readonly sheet: Sheet;
  readonly numbered: NumberedSheet;
  readonly columnsToConfirm: readonly ColumnToConfirm[];
}

/**
 * Finds the numbers of all sheets. Each sheet is split into its tables, and each table is read by
 * its columns. A sheet with names on the left is read line by line instead.
 *
 *     sheet “Stock”     IMEI             Order
 *                       356938035643809  490154203237518
 *
 *     sheets            Stock: row 1 has 356938035643809
 *     columnsToConfirm  the column `Order`, with 490154203237518
 *     coverage          Stock was read
 *
 * @param confirmed names of columns that a person has confirmed; `all`: each that it asks about
 */
export function numbersOf(
  book: Book,
  known: KnownTac,
  confirmed: readonly string[] | 'all',
): TableNumbers {
  if (confirmed !== 'all') return readBook(book, known, confirmed);
  const numbers = readBook(book, known, []);
  const names = numbers.columnsToConfirm.map(({ name }) => name);
  return names.length === 0 ? numbers : readBook(book, known, names);
}

function readBook(book: Book, known: KnownTac, confirmedColumns: readonly string[]): TableNumbers {
  const limit = new NumberLimit();
  const sheets = book.sheets.map((sheet) => readSheet(sheet, { known, confirmedColumns, limit }));
  const numbered = sheets.filter((read) => read.numbered.rows.length > 0);
  const readImeis = imeisOf(numbered);
  return {
    delimiter: book.delimiter,
    sheets: numbered.map((read) => read.numbered),
    columnsToConfirm: sheets
      .flatMap(({ columnsToConfirm }) =>
        columnsToConfirm.map((column) => unsureColumn(column, readImeis)),
      )
      .filter(({ numbers }) => numbers.length > 0),
    coverage: {
      read: isWorkbook(book) ? numbered.map(({ sheet }) => sheet.name) : [],
      hidden: book.hidden,
      isCut: limit.isExceeded || book.sheets.some(({ isCut }) => isCut),
    },
  };
}

function readSheet(sheet: Sheet, options: TableOptions): SheetNumbers {
  if (hasNamedValues(sheet.rows)) return readNamedValues(sheet, options);
  const tables = splitTables(sheet.rows).map((table) => readTable(table, options));
  return {
    sheet,
    numbered: {
      sheetIndex: sheet.index,
      titleRow: tables.find(({ rows }) => rows.length > 0)?.titleRow,
      rows: tables.flatMap(({ rows }) => rows),
    },
    columnsToConfirm: tables.flatMap(({ columnsToConfirm }) => columnsToConfirm),
  };
}

/** Reads each row as a line of text, whose name says what its number is. */
function readNamedValues(sheet: Sheet, { known, limit }: TableOptions): SheetNumbers {
  const rows = sheet.rows
    .map((cells, row) => ({ row, numbers: numbersOfLine(namedLine(cells), row + 1, known) }))
    .filter(({ numbers }) => numbers.length > 0 && limit.count(numbers));
  return {
    sheet,
    numbered: { sheetIndex: sheet.index, titleRow: undefined, rows },
    columnsToConfirm: [],
  };
}

function numbersOfLine(text: string, line: number, known: KnownTac): readonly Finding[] {
  const { sure, unsure, invalid } = findImeis(wrapLines(text), { known });
  return [...sure, ...unsure, ...invalid].map((number) => ({ ...number, line }));
}

/** A column to ask about, without the IMEIs that are read anyway. */
function unsureColumn(
  { column, imeis }: ColumnToConfirm,
  readImeis: ReadonlySet<Imei>,
): UnsureColumn {
  const name = column.shownName();
  const kind = column.title.text === '' ? 'column' : 'named';
  const numbers = imeis
    .filter(({ imei }) => !readImeis.has(imei))
    .slice(0, MAX_NUMBERS)
    .map((imei): UnsureImei => ({ ...imei, kind: 'unsure', why: { kind, name } }));
  return { name, numbers };
}

function imeisOf(sheets: readonly SheetNumbers[]): ReadonlySet<Imei> {
  const numbers = sheets.flatMap(({ numbered }) => numbered.rows.flatMap((row) => row.numbers));
  return new Set(numbers.flatMap((number) => (number.kind === 'invalid' ? [] : [number.imei])));
}

/** Only a workbook is written in its own format. */
function isWorkbook({ write }: Book): boolean {
  return write !== undefined;
}
