import * as XLSX from '@e965/xlsx';
import { type Book, type Row, type Sheet, Unusable } from './book.ts';
import { type AddedColumns, MOST_ROWS } from './contract.ts';

/** `dense`: rows that are only declared take no memory. `raw`: a web page keeps its zeros. `cellStyles`: tells what is hidden. */
const READING: XLSX.ParsingOptions = {
  dense: true,
  raw: true,
  cellStyles: true,
  cellNF: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
  dateNF: 'yyyy-mm-dd',
  sheetRows: MOST_ROWS,
};
/** From here on a spreadsheet may show a whole number in short notation. */
const SHORTENED_FROM = 1e9;

/** Reads a workbook. Throws `Unusable`. `isShown`: cells have the text that a spreadsheet shows, which takes longer. */
export async function readWorkbook(content: Uint8Array | string, isShown: boolean): Promise<Book> {
  const source = await parse(content, { ...READING, cellText: isShown });
  const isHidden = (index: number): boolean => (source.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  return {
    sheets: source.SheetNames.flatMap((name, at) => {
      const sheet = source.Sheets[name];
      return isHidden(at) || sheet === undefined ? [] : [{ at, name, ...visibleIn(sheet) }];
    }),
    hidden: source.SheetNames.filter((_, index) => isHidden(index)),
    write: (added) => {
      for (const columns of added) append(source.Sheets[source.SheetNames[columns.sheet] ?? ''], columns);
      return write(source);
    },
  };
}

async function parse(content: Uint8Array | string, options: XLSX.ParsingOptions): Promise<XLSX.WorkBook> {
  try {
    if (typeof content === 'string') return XLSX.read(content, { ...options, type: 'string' });
    // Old workbooks have texts in code pages.
    if (content[0] !== 0x50) XLSX.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
    return XLSX.read(content, { ...options, type: 'buffer' });
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message);
    throw new Unusable(isLocked ? 'locked' : 'not-a-table', { cause: error });
  }
}

function cellsOf(sheet: XLSX.WorkSheet): XLSX.CellObject[][] {
  return sheet['!data'] ?? [];
}

/** What can be seen of a sheet. Only cells that exist are looked at, whatever range it declares. */
function visibleIn(sheet: XLSX.WorkSheet): Omit<Sheet, 'at' | 'name'> {
  const rows: Row[] = [];
  const hiddenColumns = new Set<number>();
  let hiddenRows = 0;
  cellsOf(sheet).forEach((row, at) => {
    const cells: string[] = [];
    row.forEach((cell, column) => {
      const text = textOf(cell);
      if (text === '') return;
      if (sheet['!cols']?.[column]?.hidden === true) hiddenColumns.add(column);
      else cells[column] = text;
    });
    if (sheet['!rows']?.[at]?.hidden !== true) rows.push({ at, cells });
    else if (cells.length > 0) hiddenRows += 1;
  });
  return { rows, hiddenRows, hiddenColumns: hiddenColumns.size, isCut: sheet['!fullref'] !== undefined };
}

function textOf(cell: XLSX.CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  const isLong = typeof cell.v === 'number' && Number.isInteger(cell.v) && Math.abs(cell.v) >= SHORTENED_FROM;
  return String(isLong || cell.t === 's' ? cell.v : (cell.w ?? cell.v));
}

/** Types, dates and merged cells of the sheet stay; colors do not. */
function append(sheet: XLSX.WorkSheet = {}, { titlesRow, titles, rows }: AddedColumns): void {
  const all = cellsOf(sheet);
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  const put = (row: number, values: readonly string[]): void => {
    all[row] ??= [];
    for (const [column, v] of values.entries()) if (v !== '') all[row][width + column] = { t: 's', v };
  };
  const [first = 0] = rows.keys();
  const above = titlesRow ?? first - 1;
  if (above >= 0) put(above, titles);
  for (const [row, values] of rows) put(row, values);
  const end = { r: all.length - 1, c: width + titles.length - 1 };
  sheet['!ref'] = XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: end });
  // Its range would lack the new columns.
  delete sheet['!autofilter'];
}

/** Writes rows of text as XLSX: a sheet for each table. */
export function writeRows(tables: readonly (readonly (readonly string[])[])[]): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const rows of tables)
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet(
        rows.map((row) => [...row]),
        { dense: true },
      ),
    );
  return write(book);
}

function write(book: XLSX.WorkBook): Uint8Array {
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true });
}
