import type { CellNumber } from './cells/cell-numbers.ts';
import type { Table, TableTrouble } from './table.ts';

/** A row of a table in which there are numbers. */
export interface NumberedRow {
  /** From 0. */
  readonly row: number;
  readonly numbers: readonly CellNumber[];
}

/** What is kept of a table while its numbers are checked: the cells are read once more for the answer. */
export interface TableSummary extends Pick<Table, 'kind' | 'separator'> {
  /** Index of the row with the titles. */
  readonly headerRow: number | undefined;
  readonly rows: readonly NumberedRow[];
  /** There are too many numbers: the row (from 1) in which that was seen, where reading stopped. */
  readonly tooManyAt: number | undefined;
  /** Of the file's bytes: only the same file is answered. */
  readonly digest: string;
}

export type SummaryReading =
  | { readonly ok: true; readonly summary: TableSummary }
  | { readonly ok: false; readonly why: TableTrouble | 'no-imeis' };

/** What is put behind the columns of a table. */
export interface AddedColumns {
  readonly headerRow: number | undefined;
  /** Of all places side by side. */
  readonly titles: readonly string[];
  /** A row has room for so many numbers side by side; what is beyond gets a row of its own below. */
  readonly places: number;
  /** By the index of a row: the cells of each of its numbers. */
  readonly rows: ReadonlyMap<number, readonly (readonly string[])[]>;
}

/** The answer to a table as files. */
export interface WrittenTable {
  readonly csv: Uint8Array;
  /** Where a workbook came, and the answer is not too large for one. */
  readonly xlsx?: Uint8Array;
  /** The file could not be read again: the answer has the numbers, and nothing else of its rows. */
  readonly numbersOnly: boolean;
}

/** What the thread is asked. */
export type TableJob =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly most: number;
      /** Sorted. */
      readonly knownTacs: Uint32Array | undefined;
    }
  | {
      readonly kind: 'write';
      /** Nothing where the file is not there any more. */
      readonly bytes: Uint8Array | undefined;
      readonly summary: Pick<TableSummary, 'kind' | 'separator' | 'digest'>;
      readonly added: AddedColumns;
    };
