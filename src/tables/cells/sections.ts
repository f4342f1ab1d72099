import { titleName } from '../../imei/others/names.ts';
import { isBlank, type Table } from '../table.ts';
import { isTitle } from './cell-numbers.ts';
import type { Layout } from './columns.ts';
import { isRowOfTitles } from './titles.ts';

/** A table of its own has two columns at least. */
const FEWEST_TITLES = 2;

/**
 * Tells in which columns the numbers of a row have another name than IMEI: by the titles of a further table below a blank row, or, in a
 * list that names each row at its beginning, by that. It is asked about each row, from above to below.
 */
export function createSections(
  rows: Table['rows'],
  { columns, headerRow }: Pick<Layout, 'columns' | 'headerRow'>,
): (index: number) => (column: number) => boolean {
  const own = new Set(columns.map(({ column }) => column));
  const isByRows = rows.some((_, index) => index !== headerRow && nameOfRow(rows, index, own) === 'imei');
  let named: ReadonlySet<number> = new Set();
  return (index) => {
    const row = rows[index] ?? [];
    const isTop = index > 0 && isBlank(rows[index - 1] ?? []) && isRowOfTitles(row, FEWEST_TITLES);
    if (isTop) {
      named = new Set([...own].filter((column) => titleName(row[column]?.text ?? '') === 'other'));
    }
    const isOther = isByRows && nameOfRow(rows, index, own) === 'other';
    return (column) => isOther || named.has(column);
  };
}

/** What the first words of a row say of the numbers behind them; undefined if it begins with a number. */
function nameOfRow(
  rows: Table['rows'],
  index: number,
  own: ReadonlySet<number>,
): ReturnType<typeof titleName> | undefined {
  const row = rows[index] ?? [];
  const first = row.findIndex(({ text }) => text.trim() !== '');
  const cell = row[first];
  if (cell === undefined || own.has(first) || !isTitle(cell)) return undefined;
  return titleName(cell.text);
}
