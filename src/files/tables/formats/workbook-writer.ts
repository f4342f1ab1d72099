import * as XLSX from '@e965/xlsx';
import { type AddedColumns, widthOf } from '../book.ts';
import { allowedNames } from './sheet-names.ts';

const WRITING = { type: 'buffer', bookType: 'xlsx', compression: true, cellStyles: true } as const;
/** The width of an added column, in characters. */
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
