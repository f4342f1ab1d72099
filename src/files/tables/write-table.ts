import Papa from 'papaparse';
import { type AddedColumns, type Book, type Rows, type Sheet, widthOf } from './book.ts';

/** A table with answers, as files. */
export interface WrittenTable {
  /** UTF-8 with a byte order mark; safe to open in a spreadsheet. */
  readonly csv: Uint8Array;
  /** Only if a workbook was sent. */
  readonly xlsx: Uint8Array | undefined;
  /** Whether the table has only the added columns, without the cells of the file. */
  readonly hasOnlyNumbers: boolean;
}

/** Spreadsheets recognize UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Cells that a spreadsheet would evaluate as a formula: OWASP, "CSV Injection". Plain numbers are
 * harmless.
 */
const FORMULA = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/u;
const PLAIN_NUMBER = /^-?\d{1,11}(?:[.,]\d+)?$/;
/** The mark that keeps a cell as text: the tab of an earlier table, or `="0123"`. */
const TEXT_MARK = /^(?:\t|="([^"]*)"$)/;
/**
 * Cells that a spreadsheet would change, also with spaces around them: it shortens long numbers and
 * drops leading zeros and a plus.
 */
const CHANGED = new RegExp(
  [
    String.raw`^\s*(?:`,
    String.raw`(?:\d{12,}|0\d+|\+\d+)(?:[.,]\d+)?`, // 356938035643809.0
    String.raw`|\d+(?:[.,]\d+)?e[+-]?\d+`, // 12E34
    String.raw`)\s*$`,
  ].join(''),
  'i',
);

/**
 * Writes the answers next to the rows; without the `book` of the file, only the added columns.
 *
 *     Phone;Price                Phone;Price;IMEI;Brand
 *     356938035643809;100        356938035643809;100;356938035643809;Nokia
 */
export function writeTable(
  added: readonly AddedColumns[],
  delimiter = ',',
  book?: Book,
): WrittenTable {
  const tables = added.map((columns) => {
    const sheet = book?.sheets.find(({ index }) => index === columns.sheetIndex);
    return { name: sheet?.name ?? '', rows: rowsWith(sheet, columns) };
  });
  return {
    csv: toCsv(oneBelowTheOther(tables), delimiter),
    xlsx: book?.write?.(added),
    hasOnlyNumbers: book === undefined,
  };
}

/** The rows of a sheet with the columns appended; only the columns if there is no sheet. */
function rowsWith(sheet: Sheet | undefined, { titleRow, titles, rows }: AddedColumns): Rows {
  if (sheet === undefined) return [titles, ...rows.values()];
  const width = widthOf(sheet.rows);
  const joined = (cells: readonly string[], more: readonly string[] = []): readonly string[] =>
    Array.from(
      { length: width + titles.length },
      (_, column) => cells[column] ?? more[column - width] ?? '',
    );
  const written = sheet.rows.map((cells, row) =>
    joined(cells, row === titleRow ? titles : rows.get(row)),
  );
  return titleRow === undefined ? [joined([], titles), ...written] : written;
}

/** A CSV has no sheets: each of several is below its name. */
function oneBelowTheOther(tables: readonly { readonly name: string; readonly rows: Rows }[]): Rows {
  if (tables.length === 1) return tables[0]?.rows ?? [];
  return tables.flatMap(({ name, rows }, index) => [...(index > 0 ? [[]] : []), [name], ...rows]);
}

/**
 * Writes CSV that Excel and LibreOffice open unchanged. A tab before a number makes it text in
 * both, and neither shows the tab. LibreOffice would show the usual `="0123"` as a formula. An
 * apostrophe precedes a cell that could be a formula:
 *
 *     356938035643809    a tab, then 356938035643809
 *     =1+1               '=1+1
 *     -5                 -5
 */
export function toCsv(rows: Rows, delimiter: string): Uint8Array {
  const cells = rows.map((row) => row.map(harmlessCell));
  const text = Papa.unparse(cells, { delimiter, newline: '\r\n' });
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${text}\r\n`);
}

function harmlessCell(cell: string): string {
  const text = cell.replace(TEXT_MARK, '$1');
  if (CHANGED.test(text)) return `\t${text}`;
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
