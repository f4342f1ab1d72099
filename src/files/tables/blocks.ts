import { NAMELESS, nameOf } from '../../imei/names/label.ts';
import { hasNumber } from './columns.ts';
import type { Rows } from './workbook.ts';

/** Most tables that are read one by one. */
const MAX_TABLES = 20;

/**
 * Returns the tables of a sheet that are below each other: an empty row and a row of titles are
 * between them. Each has the rows of the others as empty ones, so that a row keeps its number.
 */
export function tablesOf(rows: Rows): readonly Rows[] {
  const starts = rows.flatMap((cells, row) =>
    row > 0 && isEmpty(rows[row - 1]) && areTitles(cells) ? [row] : [],
  );
  if (starts.length === 0 || starts.length >= MAX_TABLES) return [rows];
  return [0, ...starts].map((start, index) => {
    const end = starts[index] ?? rows.length;
    return rows.map((cells, row) => (row >= start && row < end ? cells : []));
  });
}

function isEmpty(cells: readonly string[] = ['']): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Two cells or more, none of them a number, one of them a name of numbers. */
function areTitles(cells: readonly string[]): boolean {
  const filled = cells.filter((cell = '') => cell.trim() !== '');
  const isPossible = filled.length > 1 && !filled.some(hasNumber);
  return isPossible && filled.some((cell) => nameOf(cell) !== NAMELESS);
}
