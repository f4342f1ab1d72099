import { isOtherNumber, titleName } from '../../imei/others/names.ts';
import { isBlank, type Table } from '../table.ts';
import { isTitle } from './cell-numbers.ts';
import type { Layout } from './columns.ts';
import { isRowOfTitles } from './titles.ts';

/** A table of its own has two columns at least. */
const FEWEST_TITLES = 2;

/**
 * Tells in which columns the numbers of a row have another name than IMEI: by the titles of a further table, below a blank row or with a
 * title of the one above, or, in a list that names each row at its beginning, by that. It is asked about each row, from above to below.
 */
export function createSections(
  rows: Table['rows'],
  { columns, headerRow }: Pick<Layout, 'columns' | 'headerRow'>,
): (index: number) => (column: number) => boolean {
  const own = new Set(columns.map(({ column }) => column));
  const titles = rows[headerRow ?? -1] ?? [];
  const isTitled = columns.some(({ column }) => titleName(titles[column]?.text ?? '') === 'imei');
  const firstOf = (index: number): string => (index === headerRow ? '' : firstWords(rows[index] ?? [], own));
  const isByRows = !isTitled && rows.some((_, index) => titleName(firstOf(index)) === 'imei');
  const hasTitleOf = (row: Table['rows'][number]): boolean =>
    row.some(({ text }, column) => !own.has(column) && text.trim() !== '' && text === titles[column]?.text);
  let named: ReadonlySet<number> = new Set();
  return (index) => {
    const row = rows[index] ?? [];
    // What the titles of the table itself say is known.
    const isFurther = index > (headerRow ?? -1) && (isBelowGap(rows, index) || hasTitleOf(row));
    if (isFurther && isRowOfTitles(row, FEWEST_TITLES)) {
      named = new Set([...own].filter((column) => isOtherNumber(row[column]?.text ?? '')));
    }
    const isOther = isByRows && isOtherNumber(firstOf(index));
    return (column) => isOther || named.has(column);
  };
}

/** Whether a row is the first one below a blank row, or below that and a line with the name of what follows. */
function isBelowGap(rows: Table['rows'], index: number): boolean {
  const [above, higher] = [index - 1, index - 2].map((at) => rows[at]);
  if (above === undefined || isBlank(above)) return above !== undefined;
  const filled = above.filter(({ text }) => text.trim() !== '');
  return filled.length === 1 && filled.every(isTitle) && higher !== undefined && isBlank(higher);
}

/** The words at the beginning of a row; empty if it begins with a number. */
function firstWords(row: Table['rows'][number], own: ReadonlySet<number>): string {
  const first = row.findIndex(({ text }) => text.trim() !== '');
  const cell = row[first];
  return cell === undefined || own.has(first) || !isTitle(cell) ? '' : cell.text;
}
