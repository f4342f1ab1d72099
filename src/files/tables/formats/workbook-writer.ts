import * as XLSX from '@e965/xlsx';
import { type AddedColumns, widthOf } from '../book.ts';
import { allowedNames } from './sheet-names.ts';

const WRITING = { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true } as const;
/** The most characters of an added column. */
const MAX_WIDTH = 50;

/** A sheet of a workbook, with the name that people see. */
export interface NamedSheet {
  readonly name: string;
  readonly sheet: XLSX.WorkSheet;
}

/**
 * Appends columns to the sheets of a workbook, and writes it as XLSX.
 *
 *     Phone            Price   +   IMEI             Brand
 *     356938035643809  100         356938035643809  Nokia
 *
 * @param sheets all sheets of the workbook, hidden ones too
 */
export function writeWorkbook(
  source: XLSX.WorkBook,
  sheets: readonly NamedSheet[],
  added: readonly AddedColumns[],
): Uint8Array {
  for (const columns of added) append(sheets[columns.sheetIndex]?.sheet, columns);
  for (const { sheet } of sheets) fillHoles(sheet);
  return XLSX.write(withAllowedNames(source, sheets), WRITING);
}

/** Names of ranges name their sheets, so they are dropped if one gets another name. */
function withAllowedNames(book: XLSX.WorkBook, sheets: readonly NamedSheet[]): XLSX.WorkBook {
  const names = allowedNames(sheets.map(({ name }) => name));
  if (names.every((name, index) => name === book.SheetNames[index])) return book;
  return {
    ...book,
    SheetNames: [...names],
    Sheets: Object.fromEntries(sheets.map(({ sheet }, index) => [names[index], sheet])),
    Workbook: { ...book.Workbook, Names: [] },
  };
}

/** Adds columns. Types, dates and merged cells of the sheet stay; colors and formulas do not. */
function append(sheet: XLSX.WorkSheet = {}, added: AddedColumns): void {
  const width = widthOf(sheet['!data'] ?? []);
  appendCells(sheet['!data'] ?? [], added, width);
  sheet['!cols'] ??= [];
  for (const [column, characters] of widthsOf(added).entries()) {
    sheet['!cols'][width + column] = { wch: characters };
  }
  // The range of the filter would lack the new columns.
  delete sheet['!autofilter'];
}

/** @param width the index of the first added column */
function appendCells(
  cells: XLSX.CellObject[][],
  { titleRow, titles, rows }: AddedColumns,
  width: number,
): void {
  const [firstRow = 0] = rows.keys();
  // Without a row of titles, they are above the first answer, if there is a row above it.
  const written = new Map([[titleRow ?? firstRow - 1, titles], ...rows]);
  written.delete(-1);
  for (const [row, values] of written) {
    cells[row] ??= [];
    for (const [column, v] of values.entries()) {
      if (v !== '') cells[row][width + column] = { t: 's', v };
    }
  }
}

/** The width of each added column, in characters: that of its longest text. */
function widthsOf({ titles, rows }: AddedColumns): readonly number[] {
  const added = [titles, ...rows.values()];
  return titles.map((_, column) => {
    const longest = added.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
    return Math.min(longest + 1, MAX_WIDTH);
  });
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
