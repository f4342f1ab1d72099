import * as XLSX from '@e965/xlsx';
import { Unusable, type WhyUnusable } from '../../unusable-file.ts';
import { type Book, MAX_ROWS, type Rows, widthOf } from '../book.ts';
import { hasNumber } from '../numbers/cell-texts.ts';
import { hideTables, openDocumentXml } from './open-document.ts';
import { nameFromXml } from './sheet-names.ts';
import { writeWorkbook } from './workbook-writer.ts';

const READING: XLSX.ParsingOptions = {
  // Rows that are only declared take no memory.
  dense: true,
  // A web page keeps its zeros.
  raw: true,
  // Columns keep their width.
  cellStyles: true,
  cellNF: true,
  cellFormula: false,
  cellHTML: false,
  dateNF: 'yyyy-mm-dd',
  sheetRows: MAX_ROWS,
};
/** Streams that Word, PowerPoint and Outlook store in the same kind of file as XLS. */
const DOCUMENT_STREAMS = ['WordDocument', 'PowerPoint Document', '__substg1.0_'];
/** Spreadsheets may show a whole number from here on in short notation. */
const SHORTENED_FROM = 1e9;

/**
 * Reads a workbook of any format that SheetJS knows. The texts of its cells are those that a
 * spreadsheet shows, but a long number has all of its digits:
 *
 *     a sheet, and its rows         Phone            Bought
 *     [ 'Phone', 'Bought' ]         3.56938E+14      2024-05-01
 *     [ '356938035643809', '2024-05-01' ]
 *
 * @param content the bytes of the file, or the text of a workbook in XML or of a web page
 * @throws Unusable
 */
export async function readWorkbook(content: Uint8Array | string): Promise<Book> {
  const source = await parseWorkbook(content);
  const openDocument = openDocumentXml(source, content);
  if (openDocument !== undefined) hideTables(source, openDocument);
  const isHidden = (index: number): boolean =>
    (source.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const sheets = source.SheetNames.map((name, index) => ({
    index,
    name: openDocument === undefined ? name : nameFromXml(name),
    sheet: source.Sheets[name] ?? {},
  }));
  return {
    sheets: sheets
      .filter(({ index }) => !isHidden(index))
      .map(({ sheet, ...place }) => ({
        ...place,
        rows: rowsOf(sheet),
        isCut: sheet['!fullref'] !== undefined,
      })),
    hidden: sheets.filter(({ index }) => isHidden(index)).map(({ name }) => name),
    hasOnlyFormulas: () => hasOnlyFormulas(content),
    write: (added) => writeWorkbook(source, sheets, added),
  };
}

async function parseWorkbook(content: Uint8Array | string): Promise<XLSX.WorkBook> {
  try {
    if (typeof content === 'string') return XLSX.read(content, { ...READING, type: 'string' });
    // Old workbooks have texts in code pages.
    if (content[0] !== 0x50) XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
    return XLSX.read(content, { ...READING, type: 'buffer' });
  } catch (error) {
    throw new Unusable(whyUnreadable(content, error), error);
  }
}

function whyUnreadable(content: Uint8Array | string, error: unknown): WhyUnusable {
  if (error instanceof Error && /password|encrypt/i.test(error.message)) return 'locked';
  const isDocument = DOCUMENT_STREAMS.some((name) =>
    Buffer.from(content).includes(name, 'utf16le'),
  );
  return isDocument ? 'document' : 'not-a-table';
}

/** Programs that write workbooks without calculating leave the results to the spreadsheet. */
function hasOnlyFormulas(content: Uint8Array | string): boolean {
  const type = typeof content === 'string' ? 'string' : 'buffer';
  // Some programs write an empty result, without which SheetJS leaves out the cell.
  const options = { ...READING, cellFormula: true, sheetStubs: true, type } as const;
  const { Sheets } = XLSX.read(content, options);
  const rows = Object.values(Sheets).flatMap((sheet) => sheet['!data'] ?? []);
  return rows.some((row = []) =>
    row.some(({ f, t, v = '' }) => f !== undefined && (t === 'z' || v === '')),
  );
}

/** Returns the texts of the cells that exist, whatever range the sheet declares. */
function rowsOf(sheet: XLSX.WorkSheet): Rows {
  const rows = Array.from(sheet['!data'] ?? [], (row = []) => {
    const cells: string[] = [];
    row.forEach((cell, column) => {
      const text = textOf(cell);
      if (text !== '') cells[column] = text;
    });
    return cells;
  });
  repeatTitles(rows, sheet['!merges'] ?? []);
  return rows;
}

/**
 * Writes a title that is merged over several columns into each of them: `IMEI` over the columns of
 * both slots. A title that is alone in its row is the title of the table. A row with a number has
 * no titles; any other may have them, since a table may begin anywhere in the sheet.
 */
function repeatTitles(rows: readonly string[][], merged: readonly XLSX.Range[]): void {
  const width = widthOf(rows);
  for (const { s: first, e: last } of merged) {
    const row = rows[first.r] ?? [];
    const title = row[first.c];
    const isAlone = Object.keys(row).length === 1;
    if (title === undefined || isAlone || row.some(hasNumber)) continue;
    for (let column = first.c + 1; column <= Math.min(last.c, width - 1); column += 1) {
      row[column] ??= title;
    }
  }
}

/** The text that a spreadsheet shows in a cell, or all digits of a long number. */
function textOf(cell: XLSX.CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  const isLong =
    typeof cell.v === 'number' && Number.isInteger(cell.v) && Math.abs(cell.v) >= SHORTENED_FROM;
  return String(isLong || cell.t === 's' ? cell.v : (cell.w ?? cell.v));
}
