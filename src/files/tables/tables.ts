/**
 * Reads lists, and writes the tables that answer them. A list is every file that is not a picture:
 * a workbook, delimited text, a web page, a mail or plain text.
 *
 *     book                     what the formats are read into: sheets, their tables and rows
 *     formats/file-content     decides by the first bytes what a file is
 *     formats/workbook         workbooks: `archive` refuses harmful ones, `open-document` and
 *                              `sheet-names` mend what SheetJS reads, `workbook-writer` writes
 *     formats/delimited-text   CSV and the like; `encoding`, `web-page` and `mail` make texts plain
 *     numbers/table-numbers    the numbers of all sheets, and the columns to ask about
 *     numbers/named-values     sheets with names on the left and values on the right
 *     numbers/split-tables     the tables that are below each other in a sheet
 *     numbers/read-table       one table: `columns` with IMEIs, and their `cell-numbers`
 *     numbers/column           one column: `column-title`, `left-names`, `rounding` say what it is
 *     numbers/row-names        the names of rows; `row-claims` the phones that they name
 *     write-table              writes the answers next to the rows
 */

import { withClaims } from '../../claims/text-claims.ts';
import { findImeis } from '../../imei/find.ts';
import { type Findings, isEmpty } from '../../imei/findings.ts';
import type { KnownTac } from '../../imei/imei.ts';
import type { AddedColumns, Book } from './book.ts';
import { readDelimited } from './formats/delimited-text.ts';
import { readContent } from './formats/file-content.ts';
import { namedValues } from './numbers/named-values.ts';
import { MAX_NUMBERS } from './numbers/number-limit.ts';
import { type Coverage, numbersOf, type TableNumbers } from './numbers/table-numbers.ts';
import { type WrittenTable, writeTable } from './write-table.ts';

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The language of its sender, which suggests the encoding of a text. */
  readonly language?: string;
  /**
   * The columns that a person has confirmed, by the names that {@link TableNumbers} gives them.
   * They are read as columns of IMEIs. `all`: each column that the bot would ask about.
   */
  readonly confirmedColumns?: readonly string[] | 'all';
}

/** What was read of a list. */
export type ListContent =
  | { readonly kind: 'table'; readonly table: TableNumbers }
  /**
   * A file that is read like a message: free lines, `name: value`, JSON, or a table without columns
   * of IMEIs. `isCut`: it has more numbers than these.
   */
  | { readonly kind: 'text'; readonly findings: Findings; readonly isCut: boolean }
  /** A workbook in which no numbers are found. `coverage` says which of its sheets were read. */
  | {
      readonly kind: 'unusable';
      readonly why: 'no-imeis' | 'formulas';
      readonly coverage: Coverage | undefined;
    };

/** The columns with the answers, and the table to which they are added. */
export interface FilledTable extends Pick<TableNumbers, 'delimiter'> {
  /** The file that was read, whose cells are repeated; undefined if there is none. */
  readonly file?: FileToRead | undefined;
  readonly added: readonly AddedColumns[];
}

/**
 * Reads a table by its columns. A file without columns of IMEIs is read like a message, except a
 * workbook in which no numbers are found.
 *
 *     IMEI;Price
 *     356938035643809;100    a table: row 1 has 356938035643809
 *
 *     IMEI: 356938035643809
 *     Price: 100             a text with 356938035643809
 *
 * @param tacs the TACs of the open TAC table, for repairs; undefined without a table
 * @throws Unusable
 */
export async function readList(
  file: FileToRead,
  tacs: Uint32Array | undefined,
): Promise<ListContent> {
  const knownTacs = new Set(tacs);
  const known = (tac: string): boolean => knownTacs.has(Number(tac));
  const list = await parseList(file);
  if (list.kind === 'text') return readText(list.text, known);
  const { book } = list;
  const named = namedValues(book);
  const table =
    named === undefined ? numbersOf(book, known, file.confirmedColumns ?? []) : undefined;
  if (table !== undefined && hasNumbers(table)) return { kind: 'table', table };
  if (list.kind === 'delimited') return readText(named ?? list.text, known);
  const content = readText(named ?? linesOf(book), known);
  if (!isEmpty(content.findings)) return content;
  const why = book.hasFormulaWithoutResult?.() === true ? 'formulas' : 'no-imeis';
  return { kind: 'unusable', why, coverage: table?.coverage };
}

/**
 * Reads the file again, and writes its table with the added columns.
 * @throws Unusable
 */
export async function writeList({ file, added, delimiter }: FilledTable): Promise<WrittenTable> {
  const list = file === undefined ? undefined : await parseList(file);
  return writeTable(added, delimiter, list?.book);
}

function hasNumbers({ sheets, columnsToConfirm }: TableNumbers): boolean {
  return sheets.length + columnsToConfirm.length > 0;
}

function linesOf(book: Book): string {
  const rows = book.sheets.flatMap((sheet) => sheet.rows);
  return rows.map((cells) => cells.join('  ')).join('\n');
}

/** Finds the numbers of a text, up to the most of each kind. */
function readText(text: string, known: KnownTac): Extract<ListContent, { kind: 'text' }> {
  const { sure, unsure, invalid, repeats } = withClaims(findImeis(text, { known }), text);
  const findings = {
    sure: sure.slice(0, MAX_NUMBERS),
    unsure: unsure.slice(0, MAX_NUMBERS),
    invalid: invalid.slice(0, MAX_NUMBERS),
    repeats: repeats.slice(0, MAX_NUMBERS),
  };
  const isCut = [sure, unsure, invalid].some(({ length }) => length > MAX_NUMBERS);
  return { kind: 'text', findings, isCut };
}

/** A list before its numbers are read. */
type ParsedList =
  | { readonly kind: 'workbook'; readonly book: Book }
  | { readonly kind: 'delimited'; readonly book: Book; readonly text: string }
  | { readonly kind: 'text'; readonly book?: undefined; readonly text: string };

/** @throws Unusable */
async function parseList(file: FileToRead): Promise<ParsedList> {
  const content = readContent(file.bytes, file.language);
  if (content.kind === 'workbook') {
    // Its library is large, so it is loaded when it is needed.
    const { readWorkbook } = await import('./formats/workbook.ts');
    return { kind: 'workbook', book: await readWorkbook(content.workbook) };
  }
  const { text } = content;
  const book = readDelimited(text, file.name);
  return book === undefined ? { kind: 'text', text } : { kind: 'delimited', book, text };
}
