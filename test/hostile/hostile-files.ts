import { odsOf, workbookParts, zipOf } from '../support/files/tables.ts';

/** The answers to hostile files. */
export const TABLE_ANSWERED =
  /There’s too much in this file|I don’t see an IMEI in this file|I can’t read this kind of file|There’s a typo in this number/gu;

/** A file that tries to freeze its reader. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly content: () => Uint8Array | string;
}

type Content = HostileFile['content'];

/** @param files what each is, its name, and what makes its content */
const filesOf = (files: readonly (readonly [what: string, name: string, content: Content])[]) =>
  files.map(([what, name, content]): HostileFile => ({ what, name, content }));

/**
 * Each froze the process for 16 seconds to minutes, and once more after every start.
 * @param scale 1 for the size that did this; a smaller one takes less processor time
 */
export function hostileTables(scale = 1): readonly HostileFile[] {
  const times = (text: string, count: number): string => text.repeat(Math.round(count * scale));
  const longAttribute = () => `<row r="1"><c r="${times('A', 1_000_000)}"><v>1</v></c></row>`;
  return filesOf([
    [
      'a workbook of one cell with a huge attribute',
      'a.xlsx',
      () => zipOf(workbookParts(longAttribute())),
    ],
    ['a CSV of stray quotes', 'b.csv', () => `"${times('"a', 250_000)}${times(' ', 500_000)},`],
    [
      'a text with commas, and many digits before a word',
      'c.txt',
      () => times('sold, 2024-12-20 140000 356938035643809 Samsung\n', 20_000),
    ],
    ['a cell of single digits', 'd.csv', () => times('1 ', 2_500_000)],
    ['a cell of numbers that are almost IMEIs', 'e.csv', () => times('490154203237517 ', 320_000)],
  ]);
}

const CELL = '<c r="A1"><v>1</v></c>';
const ROW = `<row r="1">${CELL}</row>`;
const LAST_ROW = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
const REPEATED =
  '<table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>1</text:p></table:table-cell>';

/** Files of less than 5 MB that take minutes or gigabytes of a library without limits. */
export function bombs(): readonly HostileFile[] {
  const sheet = (xml: string): Uint8Array =>
    zipOf({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` });
  const cells = () => `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(5_000_000)}</sheetData>`;
  const picture = () => ({ ...workbookParts(ROW), 'xl/media/1.png': Buffer.alloc(200_000_000) });
  const range = `<dimension ref="A1:XFD1048576"/><sheetData>${ROW}${LAST_ROW}</sheetData>`;
  const rows = `<table:table-row table:number-rows-repeated="999999">${REPEATED}</table:table-row>`;
  const spans = '<tr><td colspan="999999999" rowspan="999999">1</td></tr>'.repeat(100);
  return filesOf([
    ['a workbook that declares all rows and columns', 'range.xlsx', () => sheet(range)],
    ['a workbook that unpacks to 140 MB of cells', 'cells.xlsx', () => sheet(cells())],
    ['a workbook that unpacks to more than is read', 'pictures.xlsx', () => zipOf(picture())],
    [
      'a workbook of rows in rows',
      'deep.xlsx',
      () => sheet(`<sheetData>${'<row>'.repeat(1_000_000)}`),
    ],
    [
      'a sheet that repeats a row and a cell',
      'repeats.ods',
      () => odsOf(`<table:table table:name="a">${rows}</table:table>`),
    ],
    [
      'a web page of cells that cover a billion columns',
      'span.xls',
      () => `<html><table>${spans}</table>`,
    ],
    ['a CSV of open quotes and many lines', 'open.csv', () => `a,b\n${'1,"\n'.repeat(1_000_000)}`],
    ['a CSV of separators', 'separators.csv', () => `${','.repeat(1_999)}\n`.repeat(2_500)],
  ]);
}
