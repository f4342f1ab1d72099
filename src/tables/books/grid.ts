import { type Cell, EMPTY_CELL, isBlank, MAX_CELLS, MAX_ROWS, type Table } from '../table.ts';
import { Unreadable } from './unreadable.ts';

/** Cells placed by row and column. The gaps between them are filled, so what would fill the memory is refused at once. */
export interface Grid {
  /** Places a cell; without text, or in a hidden column, it takes no room. */
  put(row: number, column: number, cell: Cell): void;
  /** Leaves a row out: it has content, and the file hides it. */
  hide(row: number): void;
  /** Leaves the cells of columns out that are put later, from the first index to the last: the file hides them. */
  hideColumns(from: number, to: number): void;
  /** Leaves a cell out. */
  hideCell(column: number, cell: Cell): void;
  /** The rows, all of one length and without the hidden columns; undefined if no cell has any text, hidden or not. */
  table(name: string | undefined): Table | undefined;
}

/** Makes the grids of one file, which together have no more cells than a table may. */
export function createGrids(): () => Grid {
  let left = MAX_CELLS;
  return () => {
    const rows: Cell[][] = [];
    const hiddenRows = new Set<number>();
    const hidden: boolean[] = [];
    const hiddenColumns = new Set<number>();
    let ranges = 0;
    let width = 0;
    const hideCell = (column: number, { text }: Cell): void => {
      if (text.trim() !== '') hiddenColumns.add(column);
    };
    return {
      hideCell,
      put: (row, column, cell) => {
        if (hidden[column] === true) return hideCell(column, cell);
        if (cell.text.trim() === '') return;
        width = Math.max(width, column + 1);
        const height = Math.max(rows.length, row + 1);
        if (height > MAX_ROWS || height * width > left) throw new Unreadable('too-much');
        rows[row] ??= [];
        const cells = rows[row];
        while (cells.length < column) cells.push(EMPTY_CELL);
        cells[column] = cell;
      },
      hide: (row) => {
        if (row < MAX_ROWS) hiddenRows.add(row);
      },
      hideColumns: (from, to) => {
        for (let column = from; column <= Math.min(to, LAST_COLUMN); column += 1) hidden[column] = true;
        ranges += 1;
        if (ranges > MOST_HIDDEN) throw new Unreadable('too-much');
      },
      table: (name) => {
        left -= rows.length * width;
        const all = Array.from(rows, (row = []) => {
          while (row.length < width) row.push(EMPTY_CELL);
          return hidden.length === 0 ? row : row.filter((_, column) => hidden[column] !== true);
        });
        if (hiddenRows.size + hiddenColumns.size === 0 && all.every(isBlank)) return undefined;
        const table = { rows: all, hiddenRows, hiddenColumns: hiddenColumns.size };
        return { ...(name !== undefined && { name }), ...table };
      },
    };
  };
}

/** Of the widest sheet of Excel, as an index. */
const LAST_COLUMN = 16_383;
/** Ranges of hidden columns; a sheet has a few of them. */
const MOST_HIDDEN = 1_000;
