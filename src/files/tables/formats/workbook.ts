import * as XLSX from '@e965/xlsx';
import { Unusable, type WhyUnusable } from '../../unusable-file.ts';
import { type AddedColumns, type Book, MAX_ROWS, type Rows, widthOf } from '../book.ts';
import { mayHaveTitles } from '../numbers/columns.ts';
import { allowedNames, nameFromXml } from './sheet-names.ts';

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
const WRITING = { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true } as const;
/** The width of an added column, in characters. */
const MAX_WIDTH = 50;
/** Streams that Word, PowerPoint and Outlook store in the same kind of file as XLS. */
const DOCUMENT_STREAMS = ['WordDocument', 'PowerPoint Document', '__substg1.0_'];
/** Spreadsheets may show a whole number from here on in short notation. */
const SHORTENED_FROM = 1e9;

/** ` table:name="Phones" table:style-name="ta1"` */
const ATTRIBUTES = String.raw`((?:\s+[^\s<>="'/]+="[^"]*")*)\s*`;
/** `<table:table table:name="Phones">`, but not `<table:table/>`, which SheetJS leaves out. */
const TABLE = new RegExp(`<table:table${ATTRIBUTES}>`, 'g');
/** `<style:style style:name="ta1"><style:table-properties table:display="false"/>` */
const TABLE_STYLE = new RegExp(
  String.raw`<style:style${ATTRIBUTES}>\s*<style:table-properties${ATTRIBUTES}/?>`,
  'g',
);

/**
 * Reads a workbook.
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
    write: (added) => {
      for (const columns of added) append(sheets[columns.sheetIndex]?.sheet, columns);
      for (const { sheet } of sheets) fillHoles(sheet);
      return XLSX.write(withAllowedNames(source, sheets), WRITING);
    },
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

/** The XML with the tables of an OpenDocument spreadsheet; undefined for any other workbook. */
function openDocumentXml(
  { bookType }: XLSX.WorkBook,
  content: Uint8Array | string,
): string | undefined {
  if (typeof content === 'string') return bookType === 'fods' ? content : undefined;
  if (bookType !== 'ods') return undefined;
  const archive = XLSX.CFB.read(Buffer.from(content), { type: 'buffer' });
  return Buffer.from(XLSX.CFB.find(archive, '/content.xml')?.content ?? []).toString();
}

/**
 * Marks hidden tables. SheetJS 0.20.3 does not read which tables of an OpenDocument spreadsheet are
 * hidden. After an update look whether `Workbook.Sheets` says so.
 */
function hideTables(book: XLSX.WorkBook, xml: string): void {
  const hiding = new Set(
    Array.from(xml.matchAll(TABLE_STYLE))
      .filter(([, , look = '']) => attributeOf(look, 'table:display') === 'false')
      .map(([, style = '']) => attributeOf(style, 'style:name')),
  );
  book.Workbook = {
    Sheets: Array.from(xml.matchAll(TABLE), ([, table = '']) => {
      const style = attributeOf(table, 'table:style-name');
      return { Hidden: style !== undefined && hiding.has(style) ? 1 : 0 };
    }),
  };
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(String.raw`\s${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** Names of ranges name their sheets, so they are dropped if one gets another name. */
function withAllowedNames(
  book: XLSX.WorkBook,
  sheets: readonly { readonly name: string; readonly sheet: XLSX.WorkSheet }[],
): XLSX.WorkBook {
  const names = allowedNames(sheets.map(({ name }) => name));
  if (names.every((name, index) => name === book.SheetNames[index])) return book;
  return {
    ...book,
    SheetNames: [...names],
    Sheets: Object.fromEntries(sheets.map(({ sheet }, index) => [names[index], sheet])),
    Workbook: { ...book.Workbook, Names: [] },
  };
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
 * Writes a title that is merged over several columns into each of them. A title that is alone in
 * its row is the title of the table.
 */
function repeatTitles(rows: readonly string[][], merged: readonly XLSX.Range[]): void {
  const width = widthOf(rows);
  for (const { s: first, e: last } of merged) {
    const row = rows[first.r] ?? [];
    const title = row[first.c];
    const isAlone = Object.keys(row).length === 1;
    if (title === undefined || isAlone || !mayHaveTitles(row, first.r)) continue;
    for (let column = first.c + 1; column <= Math.min(last.c, width - 1); column += 1) {
      row[column] ??= title;
    }
  }
}

function textOf(cell: XLSX.CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') return '';
  const isLong =
    typeof cell.v === 'number' && Number.isInteger(cell.v) && Math.abs(cell.v) >= SHORTENED_FROM;
  return String(isLong || cell.t === 's' ? cell.v : (cell.w ?? cell.v));
}

/** Adds columns. Types, dates and merged cells of the sheet stay; colors and formulas do not. */
function append(sheet: XLSX.WorkSheet = {}, { titleRow, titles, rows }: AddedColumns): void {
  const cells: XLSX.CellObject[][] = sheet['!data'] ?? [];
  const width = widthOf(cells);
  const [first = 0] = rows.keys();
  for (const [row, values] of new Map([[titleRow ?? first - 1, titles], ...rows])) {
    if (row < 0) continue;
    cells[row] ??= [];
    for (const [column, v] of values.entries()) {
      if (v !== '') cells[row][width + column] = { t: 's', v };
    }
  }
  sheet['!cols'] ??= [];
  const addedRows = [titles, ...rows.values()];
  for (const column of titles.keys()) {
    const longest = addedRows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    sheet['!cols'][width + column] = { wch: Math.min(longest + 1, MAX_WIDTH) };
  }
  // The range of the filter would lack the new columns.
  delete sheet['!autofilter'];
}

/**
 * Gives the sheet each row of its range, and at least one: SheetJS 0.20.3 does not read empty rows,
 * but fails if it has to write a row that it has not read. After an update try a sheet with an
 * empty row.
 */
function fillHoles(sheet: XLSX.WorkSheet): void {
  const data = sheet['!data']?.length ? sheet['!data'] : [[]];
  const rows = Array.from(data, (row = []): XLSX.CellObject[] => row);
  const width = Math.max(1, widthOf(rows));
  sheet['!data'] = rows;
  sheet['!ref'] = `A1:${XLSX.utils.encode_cell({ r: rows.length - 1, c: width - 1 })}`;
}
