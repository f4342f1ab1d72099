import { type Table, widthOf } from '../book.ts';
import { hasNumber, mayHaveTitles, textsOnTheLeft } from './cell-texts.ts';
import { Column } from './column.ts';

/** The columns of a table that have or may have IMEIs. */
export interface TableColumns {
  /** Their cells are IMEIs. */
  readonly chosen: readonly Column[];
  /** Other columns that may have IMEIs: a person has to confirm them. */
  readonly toConfirm: readonly Column[];
  /** The row of their titles, from 0; undefined if there is none. */
  readonly titleRow: number | undefined;
}

/**
 * Chooses the columns of a table: those whose title or the texts to their left say IMEI, each that
 * has no other name and in which at least half of the cells are IMEIs, and those that a person has
 * confirmed.
 *
 *     Phone            Order            Price
 *     356938035643809  490154203237518  100
 *     352099001761481  4711             200
 *
 *     chosen     Phone: at least half of its cells are IMEIs
 *     toConfirm  Order: it has an IMEI, but its title is the name of another number
 *
 * @param confirmedColumns the names of the columns that a person has confirmed
 */
export function findColumns(table: Table, confirmedColumns: readonly string[]): TableColumns {
  const columns = readColumns(table);
  const hasTitleOfImeis = columns.some(({ title }) => title.name.kind === 'imei');
  const chosen = columns.filter(
    (column) => column.holdsImeis(hasTitleOfImeis) || confirmedColumns.includes(column.shownName()),
  );
  const toConfirm = columns.filter(
    (column) => !chosen.includes(column) && column.imeis().length > 0,
  );
  return { chosen, toConfirm, titleRow: titleRowOf(chosen.length > 0 ? chosen : toConfirm) };
}

function readColumns({ firstRow, rows }: Table): readonly Column[] {
  const columns = new Map<number, Column>();
  const numbersStart = rows.findIndex((cells) => cells.some(hasNumber));
  const width = widthOf(rows);
  for (const [row, cells] of rows.entries()) {
    const isTitleRow = mayHaveTitles(cells, row - firstRow);
    const isTableTitle =
      isTitleRow && width > 1 && cells.filter((cell) => cell.trim() !== '').length === 1;
    const onTheLeft = textsOnTheLeft(cells);
    // A row may have holes, which `forEach` leaves out.
    cells.forEach((cell, index) => {
      const text = cell.trim();
      if (text === '') return;
      const column = columns.get(index) ?? new Column(index, numbersStart);
      columns.set(index, column);
      column.readCell(text, row, onTheLeft[index] ?? '');
      if (isTitleRow) column.readTitle(text, row, isTableTitle);
    });
  }
  return [...columns.values()].sort((first, second) => first.index - second.index);
}

/** The lowest row with titles that is above all numbers. */
function titleRowOf(columns: readonly Column[]): number | undefined {
  const firstNumberRow = Math.min(...columns.map((column) => column.firstNumberRow));
  const titleRows = columns.flatMap((column) => column.titleRow ?? []);
  return titleRows.filter((row) => row < firstNumberRow).sort((first, second) => second - first)[0];
}
