import type { Aside } from '../imei/find/findings.ts';
import type { CellNumber } from './cells/cell-numbers.ts';
import type { Book, TableTrouble } from './table.ts';

/** A row that holds numbers. */
export interface NumberedRow {
  /** Index, from 0. */
  readonly row: number;
  /** In the order of the columns. */
  readonly numbers: readonly CellNumber[];
}

/** The numbers of one table of a file. */
export interface NumberedTable {
  /** Index among the tables of the file. */
  readonly table: number;
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** Only rows with numbers. */
  readonly rows: readonly NumberedRow[];
}

/** What of a workbook is read and what is not, by the names of its sheets. */
export interface Coverage {
  readonly read: readonly string[];
  readonly hidden: readonly string[];
  readonly withoutImeis: readonly string[];
  /** Number of rows with content that are hidden in the sheets that are read, or in all if none is. */
  readonly hiddenRows: number;
  /** The same of columns. */
  readonly hiddenColumns: number;
}

/** A row of a file. */
export interface RowPlace {
  /** Index among the tables of the file. */
  readonly table: number;
  /** Index, from 0. */
  readonly row: number;
  /** How many of its numbers do not count; by default all do. */
  readonly skipped?: number;
}

/** A row that alone has more numbers than are read at a time. */
export interface DividedRow {
  /** Those up to here, from its first one, were read, or left out for a part before. */
  readonly until: number;
  /** How many there are in the row. */
  readonly of: number;
}

/** What is kept of a file while its numbers are checked; the cells are read again for the answer. */
export interface TableSummary extends Pick<Book, 'kind' | 'separator'> {
  /** Only tables with IMEIs. */
  readonly tables: readonly NumberedTable[];
  readonly coverage: Coverage;
  /** Nothing says that the numbers are IMEIs, and others look the same: nothing is checked before a person has said so. */
  readonly isDoubtful: boolean;
  /** What may be an IMEI as well, but has another name beside those that are called so: it is not checked unasked. */
  readonly aside: readonly Aside[];
  /** The row (from 1) at which reading stopped because of too many numbers; undefined if all were read. */
  readonly tooManyAt: number | undefined;
  /** The last row (from 1) of that table that the next part would have, if there were too many. */
  readonly nextUntil?: number;
  /** Present if the last row that was read goes on behind what was read of it. */
  readonly divided?: DividedRow;
  /** Hash of the file's bytes; only the same file is answered. */
  readonly digest: string;
}

/** The numbers of a file, or why there are none. */
export type SummaryReading =
  | { readonly ok: true; readonly summary: TableSummary }
  | {
      readonly ok: false;
      readonly why: TableTrouble | 'no-imeis';
      /** Present if a file could be read that has no IMEIs. */
      readonly coverage?: Coverage;
    };

/** The columns to append to one table. */
export interface AddedColumns {
  /** Index among the tables of the file. */
  readonly table: number;
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** Titles of all appended columns. */
  readonly titles: readonly string[];
  /** Numbers that fit side by side in a row; each further number gets a row below. */
  readonly places: number;
  /** The rows that are answered, as indexes, without the last one; undefined for all. */
  readonly part?: { readonly from: number; readonly to: number };
  /** By row index: the cells for each of the row's numbers. */
  readonly rows: ReadonlyMap<number, readonly (readonly string[])[]>;
}

/** The answer to a table as files. */
export interface WrittenTable {
  /** Always present; UTF-8 with a byte order mark. */
  readonly csv: Uint8Array;
  /** Present if a workbook was sent and the answer fits into one. */
  readonly xlsx?: Uint8Array;
  /** The file could not be read again, so the answer has the numbers but no other cells. */
  readonly numbersOnly: boolean;
}

/** A job for the process. */
export type TableJob =
  | {
      readonly kind: 'read';
      readonly bytes: Uint8Array;
      readonly most: number;
      /** Where a part of the file starts; undefined for its beginning. */
      readonly from?: RowPlace | undefined;
      /** Sorted; undefined without a table. */
      readonly knownTacs: Uint32Array | undefined;
    }
  | {
      readonly kind: 'write';
      /** undefined if the file is no longer available. */
      readonly bytes: Uint8Array | undefined;
      readonly summary: Pick<TableSummary, 'kind' | 'separator' | 'digest'>;
      readonly added: readonly AddedColumns[];
    };
