import type { KnownTac } from '../../imei/repairs.ts';
import type { Book, Row, Sheet } from './book.ts';
import { imeiIn, isRounded, numbersOfCell, rounded } from './cells.ts';
import { type Column, columnName, columnsOf } from './columns.ts';
import { type AskedColumn, type CellNumber, MOST_NUMBERS, type TableNumbers } from './contract.ts';

/**
 * Finds the numbers of all sheets.
 * @param confirmed names of columns that a person has confirmed
 */
export function numbersOf(
  { separator, sheets, hidden, write }: Book,
  isKnown: KnownTac,
  confirmed: readonly string[],
): Omit<TableNumbers, 'digest'> {
  const room = { left: MOST_NUMBERS };
  const read = sheets.map((sheet) => {
    const { chosen, asked, titleRow } = columnsOf(sheet.rows, confirmed);
    const titlesRow = titleRow === undefined ? undefined : sheet.rows[titleRow]?.at;
    return { sheet: sheet.at, titlesRow, asked, ...rowsOf(sheet.rows, chosen, isKnown, room) };
  });
  const withNumbers = read.filter(({ rows }) => rows.length > 0);
  const numbers = withNumbers.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  const known = new Set(numbers.map((one) => imeiIn(one)?.imei));
  const isRead = ({ at }: Sheet): boolean => withNumbers.some(({ sheet }) => sheet === at);
  const named = write === undefined ? [] : sheets;
  return {
    kind: write === undefined ? 'delimited' : 'workbook',
    ...(separator !== undefined && { separator }),
    sheets: withNumbers.map(({ asked: _, ...sheet }) => sheet),
    asked: read.flatMap(({ asked }) => asked.flatMap((column) => askedColumn(column, known))),
    coverage: {
      read: named.filter(isRead).map(({ name }) => name),
      withoutImeis: named.filter((sheet) => !isRead(sheet)).map(({ name }) => name),
      hidden,
      hiddenRows: sheets.reduce((sum, sheet) => sum + sheet.hiddenRows, 0),
      hiddenColumns: sheets.reduce((sum, sheet) => sum + sheet.hiddenColumns, 0),
      isCut: room.left < 0 || sheets.some(({ isCut }) => isCut),
    },
  };
}

function rowsOf(rows: readonly Row[], columns: readonly Column[], isKnown: KnownTac, room: { left: number }) {
  const read: { readonly row: number; readonly byColumn: readonly (readonly CellNumber[])[] }[] = [];
  for (const [index, { at, cells }] of rows.entries()) {
    const byColumn = columns.map(({ column, titleRow, name }) =>
      index <= titleRow ? [] : numbersOfCell(cells[column] ?? '', { line: at + 1, name, known: isKnown }),
    );
    room.left -= byColumn.flat().length;
    if (room.left < 0) break;
    if (byColumn.some((numbers) => numbers.length > 0)) read.push({ row: at, byColumn });
  }
  const areRounded = columns.map((_, index) =>
    isRounded(read.flatMap(({ byColumn }) => byColumn[index] ?? [])),
  );
  const numbered = read.map(({ row, byColumn }) => ({
    row,
    numbers: byColumn.flatMap((numbers, index) => (areRounded[index] ? numbers.map(rounded) : numbers)),
  }));
  return { rows: numbered, isRounded: areRounded.includes(true) };
}

function askedColumn(column: Column, known: ReadonlySet<string | undefined>): AskedColumn[] {
  const name = columnName(column);
  const numbers = [...column.imeis.values()].filter(({ imei }) => !known.has(imei)).slice(0, MOST_NUMBERS);
  if (numbers.length === 0) return [];
  return [{ name, numbers: numbers.map((one) => ({ ...one, why: { kind: 'named', name } })) }];
}
