import * as XLSX from '@e965/xlsx';
import { Unusable, type WhyUnusable } from '../../work/unusable-file.ts';
import { type Book, MAX_ROWS, type Rows, widthOf } from '../book.ts';
import { hasNumber } from '../numbers/cell-texts.ts';
import { hideTables, openDocumentXml } from './open-document.ts';
import { nameFromXml } from './sheet-names.ts';
import { writeWorkbook } from './workbook-writer.ts';

const READING: XLSX.ParsingOptions = {
  // Rows that are only declared take no memory.
  dense: true,
  // No text becomes a number, so that a cell `0049` of a web page keeps its zeros.
  raw: true,
  // The file that is written repeats the widths of columns and the formats of numbers.
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
/** The first byte of a ZIP archive: the P of `PK`. */
const ZIP_FIRST_BYTE = 0x50;

/**
 * Reads a workbook of any format that SheetJS knows. The texts of its cells are those that a
 * spreadsheet shows, but a long number has all of its digits:
 *
 *     the sheet                   its rows
 *     Phone          Bought       ['Phone', 'Bought']
 *     3.56938E+14    2024-05-01   ['356938035643809', '2024-05-01']
 *
 * @param content the bytes of the file, or the text of a workbook in XML or of a web page
 * @throws Unusable
 */
export async function readWorkbook(content: Uint8Array | string): Promise<Book> {
  const source = await parseWorkbook(content);
  const openDocument = openDocumentXml(source, content);
  if (openDocument !== undefined) hideTables(source, openDocument);
  const sheets = source.SheetNames.map((name, index) => ({
    index,
    name: openDocument === undefined ? name : nameFromXml(name),
    sheet: source.Sheets[name] ?? {},
    isHidden: isHidden(source, index),
  }));
  const visible = sheets.filter((sheet) => !sheet.isHidden);
  const hidden = sheets.filter((sheet) => sheet.isHidden);
  return {
    sheets: visible.map(({ index, name, sheet }) => ({
      index,
      name,
      rows: rowsOf(sheet),
      // SheetJS sets it only if `sheetRows` has cut the sheet.
      isCut: sheet['!fullref'] !== undefined,
    })),
    hidden: hidden.map(({ name }) => name),
    hasFormulaWithoutResult: () => hasFormulaWithoutResult(content),
    write: (added) => writeWorkbook(source, sheets, added),
  };
}

/** A sheet may be visible (0), hidden (1), or hidden so that only a program can show it (2). */
function isHidden({ Workbook }: XLSX.WorkBook, index: number): boolean {
  return (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
}

async function parseWorkbook(content: Uint8Array | string): Promise<XLSX.WorkBook> {
  try {
    if (typeof content === 'string') return XLSX.read(content, { ...READING, type: 'string' });
    // Only old formats, which are not ZIP archives, have texts in code pages.
    if (content[0] !== ZIP_FIRST_BYTE) {
      XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
    }
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
function hasFormulaWithoutResult(content: Uint8Array | string): boolean {
  const type = typeof content === 'string' ? 'string' : 'buffer';
  // Without `sheetStubs`, SheetJS leaves out cells that have no result.
  const options = { ...READING, cellFormula: true, sheetStubs: true, type } as const;
  const { Sheets } = XLSX.read(content, options);
  const rows = Object.values(Sheets).flatMap((sheet) => sheet['!data'] ?? []);
  return rows.some((row = []) => row.some(lacksResult));
}

/** Whether a cell has a formula, and its result is missing, or empty as some programs write it. */
function lacksResult({ f: formula, t: type, v: result = '' }: XLSX.CellObject): boolean {
  const isStub = type === 'z';
  return formula !== undefined && (isStub || result === '');
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
    const isAlone = cellCount(row) === 1;
    if (title === undefined || isAlone || row.some(hasNumber)) continue;
    for (let column = first.c + 1; column <= Math.min(last.c, width - 1); column += 1) {
      row[column] ??= title;
    }
  }
}

/** The cells of a row without its holes. */
function cellCount(row: readonly string[]): number {
  return Object.keys(row).length;
}

/** The text that a spreadsheet shows in a cell, or all digits of a long number. */
function textOf(cell: XLSX.CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  const isLong =
    typeof cell.v === 'number' && Number.isInteger(cell.v) && Math.abs(cell.v) >= SHORTENED_FROM;
  // The format of the cell may shorten a long number. A text is read as it was typed.
  if (isLong || cell.t === 's') return String(cell.v);
  return String(cell.w ?? cell.v);
}
