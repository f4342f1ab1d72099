import { type Cell, isBlank, MAX_CELLS, MAX_ROWS, type Table } from '../table.ts';
import { Unreadable } from './unreadable.ts';

/** Cells placed by row and column. The gaps between them are filled, so what would fill the memory is refused at once. */
export interface Grid {
  /** Places a cell; without text it takes no room. */
  put(row: number, column: number, cell: Cell): void;
  /** Leaves a row out: it has content, and the file hides it. */
  hide(row: number): void;
  /** The rows, all of one length; undefined if no cell has any text, hidden or not. */
  table(name: string | undefined): Table | undefined;
}

/** Makes the grids of one file, which together have no more cells than a table may. */
export function createGrids(): () => Grid {
  let left = MAX_CELLS;
  return () => {
    const rows: Cell[][] = [];
    const hiddenRows = new Set<number>();
    let width = 0;
    return {
      put: (row, column, cell) => {
        if (cell.text === '') return;
        width = Math.max(width, column + 1);
        const height = Math.max(rows.length, row + 1);
        if (height > MAX_ROWS || height * width > left) throw new Unreadable('too-much');
        rows[row] ??= [];
        const cells = rows[row];
        while (cells.length < column) cells.push(EMPTY);
        cells[column] = cell;
      },
      hide: (row) => {
        if (row < MAX_ROWS) hiddenRows.add(row);
      },
      table: (name) => {
        left -= rows.length * width;
        const all = Array.from(rows, (row = []) => {
          while (row.length < width) row.push(EMPTY);
          return row;
        });
        if (hiddenRows.size === 0 && all.every(isBlank)) return undefined;
        return { ...(name !== undefined && { name }), rows: all, hiddenRows };
      },
    };
  };
}

const EMPTY: Cell = { text: '' };
