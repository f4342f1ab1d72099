import { nameInTitle } from '../../../imei/names/label.ts';
import { type Rows, type Table, widthOf } from '../book.ts';
import { hasNumber } from './cell-texts.ts';

/**
 * The most tables of a sheet that are read one by one; with more, the sheet is read as one table.
 */
const MAX_TABLES = 20;

/**
 * Splits a sheet into the tables that are below each other. Each but the first begins with a row
 * of titles.
 *
 *     IMEI             Price    firstRow: 0
 *     356938035643809  100
 *
 *     IMEI             Buyer    firstRow: 3
 *     352099001761481  Ann
 */
export function splitTables(rows: Rows): readonly Table[] {
  const width = widthOf(rows);
  const laterRows = [...rows.keys()].slice(1);
  const firstRows = [0, ...laterRows.filter((row) => beginsTable(rows, row, width))];
  if (firstRows.length > MAX_TABLES) return [{ firstRow: 0, rows }];
  return firstRows.map((firstRow, index) => {
    const end = firstRows[index + 1] ?? rows.length;
    // See `Table.rows`.
    return {
      firstRow,
      rows: rows.map((cells, row) => (row >= firstRow && row < end ? cells : [])),
    };
  });
}

/**
 * Whether a table begins with this row, which is not the first of the sheet. Its cells are titles:
 * two or more (one in a sheet of one column), and none with as many digits as an IMEI. Below an
 * empty row at least one title has to name a kind of numbers, such as `IMEI` or `Order no.`;
 * elsewhere all of them have to.
 */
function beginsTable(rows: Rows, row: number, width: number): boolean {
  const titles = (rows[row] ?? []).filter((cell) => cell.trim() !== '');
  if (titles.length < Math.min(width, 2) || titles.some(hasNumber)) return false;
  const namesNumbers = (title: string): boolean => nameInTitle(title).kind !== 'nothing';
  const isBelowEmpty = (rows[row - 1] ?? []).every((cell) => cell.trim() === '');
  return isBelowEmpty ? titles.some(namesNumbers) : titles.every(namesNumbers);
}
