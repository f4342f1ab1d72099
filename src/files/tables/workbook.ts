import * as XLSX from '@e965/xlsx';
import { Unusable } from './bytes.ts';
import { type AddedColumns, type Coverage, MOST_ROWS } from './contract.ts';

/** A visible row: its index in the file, and the text of its visible cells, which may have holes. */
export interface Row {
  readonly at: number;
  readonly cells: readonly string[];
}

/** A visible sheet of a workbook, or the rows of a delimited file. `at`: index among all sheets of the file. */
export interface Sheet extends Pick<Coverage, 'hiddenRows' | 'hiddenColumns' | 'isCut'> {
  readonly at: number;
  readonly name: string;
  readonly rows: readonly Row[];
}

/** A file with tables. */
export interface Book {
  readonly separator?: string | undefined;
  readonly sheets: readonly Sheet[];
  /** Names of the hidden sheets. */
  readonly hidden: readonly string[];
  /** Appends columns to a workbook and writes it as XLSX; undefined for a delimited file. */
  readonly write?: (added: readonly AddedColumns[]) => Uint8Array;
}

/** `dense`: rows that are only declared take no memory. `raw`: a web page keeps its zeros. `cellStyles`: tells what is hidden. */
const READING: XLSX.ParsingOptions = {
  ...{ dense: true, raw: true, cellStyles: true, cellNF: true, cellFormula: false, cellHTML: false },
  ...{ dateNF: 'yyyy-mm-dd', sheetRows: MOST_ROWS },
};
const WRITING = { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true } as const;
/** From here on a spreadsheet may show a whole number in short notation. */
const SHORTENED_FROM = 1e9;

/** Reads a workbook. Throws `Unusable`. `isShown`: cells have the text that a spreadsheet shows, which takes longer. */
export async function readWorkbook(content: Uint8Array | string, isShown: boolean): Promise<Book> {
  const source = await parse(content, { ...READING, cellText: isShown });
  const isHidden = (index: number): boolean => (source.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const sheets = source.SheetNames.map((name, at) => ({ at, name, sheet: source.Sheets[name] ?? {} }));
  return {
    sheets: sheets
      .filter(({ at }) => !isHidden(at))
      .map(({ at, name, sheet }) => ({ at, name, ...visibleIn(sheet) })),
    hidden: source.SheetNames.filter((_, index) => isHidden(index)),
    write: (added) => {
      for (const columns of added) append(sheets[columns.sheet]?.sheet, columns);
      return XLSX.write(source, WRITING);
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

/** What can be seen of a sheet. Only cells that exist are looked at, whatever range it declares. */
function visibleIn(sheet: XLSX.WorkSheet): Omit<Sheet, 'at' | 'name'> {
  const rows: Row[] = [];
  const hiddenColumns = new Set<number>();
  let hiddenRows = 0;
  sheet['!data']?.forEach((row, at) => {
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
  const all: XLSX.CellObject[][] = sheet['!data'] ?? [];
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  const [first = 0] = rows.keys();
  for (const [row, values] of new Map([[titlesRow ?? first - 1, titles], ...rows])) {
    if (row < 0) continue;
    all[row] ??= [];
    for (const [column, v] of values.entries()) if (v !== '') all[row][width + column] = { t: 's', v };
  }
  const end = { r: all.length - 1, c: width + titles.length - 1 };
  sheet['!ref'] = XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: end });
  // Its range would lack the new columns.
  delete sheet['!autofilter'];
}

/** Writes rows of text as XLSX: a sheet for each table. */
export function writeRows(tables: readonly (readonly (readonly string[])[])[]): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const rows of tables) {
    const cells = rows.map((row) => [...row]);
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(cells, { dense: true }));
  }
  return XLSX.write(book, WRITING);
}
