import { findImeis } from '../../../imei/find.ts';
import type { Finding, SureImei, UnsureImei } from '../../../imei/findings.ts';
import { wrapLines } from '../../../imei/fold.ts';
import type { Imei, KnownTac } from '../../../imei/imei.ts';
import { NAMELESS } from '../../../imei/names/label.ts';
import type { AddedColumns, Book, Rows, Sheet, Table } from '../book.ts';
import { type NumberedRow, numbersOfCell, plainNumber } from './cell-numbers.ts';
import { type Column, findColumns, textsOnTheLeft } from './columns.ts';
import { hasNamedValues, namedLine } from './named-values.ts';
import { isRoundedColumn, withRightCheckDigit } from './rounding.ts';
import { withTableClaims } from './row-claims.ts';
import { rowNames } from './row-names.ts';
import { splitTables } from './split-tables.ts';

/** The most numbers of a file that are returned, repetitions included. */
export const MAX_NUMBERS = 50_000;

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

/** The numbers of a file. The cells are not kept; they are read again for the answer. */
export interface TableNumbers {
  /** The delimiter of a delimited file, which the answer has too. By default a comma. */
  readonly delimiter?: string | undefined;
  /** Only sheets with numbers; empty if there are only columns to confirm. */
  readonly sheets: readonly NumberedSheet[];
  readonly unsure: readonly UnsureColumn[];
  readonly coverage: Coverage;
}

/** A sheet, the numbers of its columns of IMEIs, and the columns to ask about. */
interface SheetNumbers {
  readonly sheet: Sheet;
  readonly numbered: NumberedSheet;
  readonly unsure: readonly ColumnToConfirm[];
}

/** A column to ask about, and its numbers, each once. */
interface ColumnToConfirm {
  readonly column: Column;
  readonly imeis: readonly (SureImei | UnsureImei)[];
}

interface ColumnCells {
  readonly column: Column;
  /** The plain text of each row; empty from the top down to the title. */
  readonly texts: readonly string[];
  /** Whether all its numbers end in 0, and no person has confirmed that a network wrote them. */
  readonly isRounded: boolean;
  /** Whether a person has confirmed the column: then the names of its rows do not count. */
  readonly isConfirmed: boolean;
}

/**
 * Finds the numbers of all sheets.
 * @param confirmed names of columns that a person has confirmed; `all`: each that it asks about
 */
export function numbersOf(
  book: Book,
  known: KnownTac,
  confirmed: readonly string[] | 'all',
): TableNumbers {
  if (confirmed !== 'all') return readBook(book, known, confirmed);
  const numbers = readBook(book, known, []);
  const names = numbers.unsure.map(({ name }) => name);
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
    unsure: sheets
      .flatMap(({ unsure }) => unsure.map((column) => unsureColumn(column, readImeis)))
      .filter(({ numbers }) => numbers.length > 0),
    coverage: {
      read: isWorkbook(book) ? numbered.map(({ sheet }) => sheet.name) : [],
      hidden: book.hidden,
      isCut: limit.isExceeded || book.sheets.some(({ isCut }) => isCut),
    },
  };
}

interface SheetOptions {
  readonly known: KnownTac;
  readonly confirmedColumns: readonly string[];
  readonly limit: NumberLimit;
}

function readSheet(sheet: Sheet, options: SheetOptions): SheetNumbers {
  if (hasNamedValues(sheet.rows)) return readNamedValues(sheet, options);
  const tables = splitTables(sheet.rows).map((table) => readTable(table, options));
  return {
    sheet,
    numbered: {
      sheetIndex: sheet.index,
      titleRow: tables.find(({ rows }) => rows.length > 0)?.titleRow,
      rows: tables.flatMap(({ rows }) => rows),
    },
    unsure: tables.flatMap(({ unsure }) => unsure),
  };
}

/** Reads each row as a line of text, whose name says what its number is. */
function readNamedValues(sheet: Sheet, { known, limit }: SheetOptions): SheetNumbers {
  const rows = sheet.rows
    .map((cells, row) => ({ row, numbers: numbersOfLine(namedLine(cells), row + 1, known) }))
    .filter(({ numbers }) => numbers.length > 0 && limit.count(numbers));
  return { sheet, numbered: { sheetIndex: sheet.index, titleRow: undefined, rows }, unsure: [] };
}

function numbersOfLine(text: string, line: number, known: KnownTac): readonly Finding[] {
  const { sure, unsure, invalid } = findImeis(wrapLines(text), { known });
  return [...sure, ...unsure, ...invalid].map((number) => ({ ...number, line }));
}

interface ReadTable {
  readonly rows: readonly NumberedRow[];
  readonly titleRow: number | undefined;
  readonly unsure: readonly ColumnToConfirm[];
}

function readTable(table: Table, { known, confirmedColumns, limit }: SheetOptions): ReadTable {
  const { rows } = table;
  const { chosen, unsure, titleRow } = findColumns(table, confirmedColumns);
  const columns = chosen.map((column) => readCells(rows, column, confirmedColumns));
  const numbered = numberedRows(columns, rows, known).filter(({ numbers }) => limit.count(numbers));
  const rounded = columns.filter(({ isRounded }) => isRounded);
  return {
    rows: withTableClaims(numbered, rows, titleRow),
    titleRow,
    unsure: [
      ...unsure.map((column) => ({ column, imeis: column.imeis() })),
      ...rounded.map(({ column, texts }) => ({ column, imeis: imeisOfRounded(column, texts) })),
    ],
  };
}

/**
 * Reads the cells below the title. If a person has confirmed a rounded column, it gets its check
 * digits.
 */
function readCells(rows: Rows, column: Column, confirmedColumns: readonly string[]): ColumnCells {
  const firstRow = (column.title.row ?? -1) + 1;
  const texts = rows.map((cells, row) =>
    row < firstRow ? '' : plainNumber(cells[column.index] ?? ''),
  );
  const isRounded = isRoundedColumn(texts);
  const isConfirmed = confirmedColumns.includes(column.shownName());
  if (isRounded && isConfirmed) {
    return { column, texts: texts.map(withRightCheckDigit), isRounded: false, isConfirmed };
  }
  return { column, texts, isRounded, isConfirmed };
}

/**
 * The numbers of a rounded column, also read as IMEIs that a network wrote without their check
 * digit.
 */
function imeisOfRounded(column: Column, texts: readonly string[]): ColumnToConfirm['imeis'] {
  const { sure } = findImeis(texts.map(withRightCheckDigit).join('\n'));
  const imeis = [...column.imeis(), ...sure];
  return [...new Map(imeis.map((imei) => [imei.imei, imei])).values()];
}

function numberedRows(columns: readonly ColumnCells[], rows: Rows, known: KnownTac): NumberedRow[] {
  const numbered: NumberedRow[] = [];
  const areNamedOnTheLeft = columns.some(({ column }) => column.isNamedOnTheLeft());
  const names = rowNames(rows);
  for (const [row, cells] of rows.entries()) {
    const onTheLeft = areNamedOnTheLeft ? textsOnTheLeft(cells) : [];
    const rowName = names[row] ?? NAMELESS;
    const numbers = columns.flatMap(({ column, texts, isRounded, isConfirmed }) => {
      // The nearest name counts: on the left of the number, then of its row, then of its column.
      const isOfRow = rowName.kind === 'other' && !column.isNamedOnTheLeft() && !isConfirmed;
      const fieldName = isOfRow ? rowName : column.nameIn(onTheLeft[column.index] ?? '');
      return numbersOfCell(texts[row] ?? '', { line: row + 1, fieldName, isRounded, known });
    });
    if (numbers.length > 0) numbered.push({ row, numbers });
  }
  return numbered;
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

/** Counts the numbers of a file up to the most that are returned. */
class NumberLimit {
  #count = 0;

  get isExceeded(): boolean {
    return this.#count > MAX_NUMBERS;
  }

  /** Counts the numbers of a row. Returns whether all so far are within the limit. */
  count(numbers: readonly Finding[]): boolean {
    this.#count += numbers.length;
    return !this.isExceeded;
  }
}
