import type { KnownTac } from '../../imei/repairs.ts';
import { isRounded, numbersOfCell, readingOf, rounded } from './cells.ts';
import { type Column, columnName, columnsOf } from './columns.ts';
import { type AskedColumn, MOST_NUMBERS, type NumberedRow, type TableNumbers } from './contract.ts';
import type { Book, Row } from './workbook.ts';

/**
 * Finds the numbers of all sheets.
 * @param confirmed names of columns that a person has confirmed
 */
export function numbersOf(
  { separator, sheets, hidden, write }: Book,
  isKnown: KnownTac,
  confirmed: readonly string[],
): TableNumbers {
  let left = MOST_NUMBERS;
  const read = sheets.map((sheet) => {
    const { chosen, asked, titleRow } = columnsOf(sheet.rows, confirmed);
    const rows = rowsOf(sheet.rows, chosen, isKnown).filter(({ numbers }) => {
      left -= numbers.length;
      return left >= 0;
    });
    return { ...sheet, titlesRow: sheet.rows[titleRow ?? -1]?.at, asked, rows };
  });
  const known = new Set(
    read
      .flatMap(({ rows }) => rows.flatMap((row) => row.numbers))
      .map((one) => (one.kind === 'problem' ? '' : readingOf(one).imei)),
  );
  const isWorkbook = write !== undefined;
  const names = (hasNumbers: boolean): readonly string[] =>
    read.filter(({ rows }) => isWorkbook && rows.length > 0 === hasNumbers).map(({ name }) => name);
  return {
    kind: isWorkbook ? 'workbook' : 'delimited',
    separator,
    sheets: read
      .filter(({ rows }) => rows.length > 0)
      .map(({ at, titlesRow, rows }) => ({ sheet: at, titlesRow, rows })),
    asked: read.flatMap(({ asked }) => asked.flatMap((column) => askedColumn(column, known))),
    coverage: {
      read: names(true),
      withoutImeis: names(false),
      hidden,
      hiddenRows: sheets.reduce((sum, sheet) => sum + sheet.hiddenRows, 0),
      hiddenColumns: sheets.reduce((sum, sheet) => sum + sheet.hiddenColumns, 0),
      isCut: left < 0 || sheets.some(({ isCut }) => isCut),
    },
  };
}

/** The rows that have numbers in these columns. */
function rowsOf(rows: readonly Row[], columns: readonly Column[], known: KnownTac): readonly NumberedRow[] {
  const byColumn = columns.map(({ column, titleRow, name }) => {
    const numbers = rows.map(({ at, cells }, index) =>
      index <= titleRow ? [] : numbersOfCell(cells[column] ?? '', { line: at + 1, name, known }),
    );
    return isRounded(numbers.flat()) ? numbers.map((cell) => cell.map(rounded)) : numbers;
  });
  return rows
    .map(({ at }, index) => ({ row: at, numbers: byColumn.flatMap((numbers) => numbers[index] ?? []) }))
    .filter(({ numbers }) => numbers.length > 0);
}

function askedColumn(column: Column, known: ReadonlySet<string>): readonly AskedColumn[] {
  const name = columnName(column);
  const numbers = [...column.imeis.values()].filter(({ imei }) => !known.has(imei)).slice(0, MOST_NUMBERS);
  if (numbers.length === 0) return [];
  return [{ name, numbers: numbers.map((one) => ({ ...one, why: { kind: 'named', name } })) }];
}
