import { odsOf, workbookParts, zipOf } from './tables.ts';

/** The answers to files like these. */
export const TABLE_ANSWERED =
  /There’s too much in this file|I don’t see an IMEI in this file|I can’t read this kind of file|There’s a typo in this number/gu;

/** A file that is made to freeze who reads it. */
export interface HostileFile {
  readonly what: string;
  readonly name: string;
  readonly content: () => Uint8Array | string;
}

/**
 * Each froze the process for 16 seconds to minutes, and once more after every start.
 * @param scale 1 for the size they did it with; smaller ones take less of a processor
 */
export function hostileTables(scale = 1): readonly HostileFile[] {
  const times = (text: string, count: number): string => text.repeat(Math.round(count * scale));
  return [
    {
      what: 'a workbook of one cell with an attribute of a megabyte',
      name: 'a.xlsx',
      content: () => zipOf(workbookParts(`<row r="1"><c r="${times('A', 1_000_000)}"><v>1</v></c></row>`)),
    },
    {
      what: 'a CSV of stray quotes',
      name: 'b.csv',
      content: () => `"${times('"a', 250_000)}${times(' ', 500_000)},`,
    },
    { what: 'a cell of single digits', name: 'd.csv', content: () => times('1 ', 2_500_000) },
    {
      what: 'a cell of numbers that are almost IMEIs',
      name: 'e.csv',
      content: () => times('490154203237517 ', 320_000),
    },
  ];
}

const CELL = '<c r="A1"><v>1</v></c>';

/** Files of less than 5 MB that take minutes or gigabytes of a library without limits. */
export function bombs(): readonly HostileFile[] {
  const sheet = (xml: string): Uint8Array =>
    zipOf({ ...workbookParts(''), 'xl/worksheets/sheet1.xml': `<worksheet>${xml}</worksheet>` });
  return [
    {
      what: 'a workbook that declares all rows and columns',
      name: 'range.xlsx',
      content: () =>
        sheet(
          `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${CELL}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>`,
        ),
    },
    {
      what: 'a workbook that unpacks to 140 MB of cells',
      name: 'cells.xlsx',
      content: () => sheet(`<sheetData>${'<row><c><v>1</v></c></row>'.repeat(5_000_000)}</sheetData>`),
    },
    {
      what: 'a workbook that unpacks to more than is read',
      name: 'pictures.xlsx',
      content: () =>
        zipOf({ ...workbookParts(`<row r="1">${CELL}</row>`), 'xl/media/1.png': Buffer.alloc(200_000_000) }),
    },
    {
      what: 'a workbook of rows in rows',
      name: 'deep.xlsx',
      content: () => sheet(`<sheetData>${'<row>'.repeat(1_000_000)}`),
    },
    {
      what: 'a sheet that repeats a row and a cell',
      name: 'repeats.ods',
      content: () =>
        odsOf(
          '<table:table table:name="a"><table:table-row table:number-rows-repeated="999999"><table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>1</text:p></table:table-cell></table:table-row></table:table>',
        ),
    },
    {
      what: 'a web page of cells that cover a billion columns',
      name: 'span.xls',
      content: () =>
        `<html><table>${'<tr><td colspan="999999999" rowspan="999999">1</td></tr>'.repeat(100)}</table>`,
    },
    {
      what: 'a CSV of open quotes and many lines',
      name: 'open.csv',
      content: () => `a,b\n${'1,"\n'.repeat(1_000_000)}`,
    },
    {
      what: 'a CSV of separators',
      name: 'separators.csv',
      content: () => `${','.repeat(1_999)}\n`.repeat(2_500),
    },
  ];
}
