/** One cell as text. A number of a workbook is in whole digits, never in the short form a sheet shows. */
export interface Cell {
  readonly text: string;
  /** The workbook keeps it as a number, so leading zeros are lost and digits may be cut off. */
  readonly number?: true;
}

/** Rows of cells, in the order of the file; rows may differ in length. */
export interface Table {
  readonly rows: readonly (readonly Cell[])[];
  readonly kind: 'delimited' | 'workbook';
  /** What stood between the cells of a text. */
  readonly separator?: string;
}

/**
 * Why bytes are no table. `not-a-table`: something else, or broken. `old-workbook`: the XLS of before 2007. `locked`:
 * protected by a password. `too-much`: more cells, or more bytes unpacked, than anybody's list has.
 */
export type TableTrouble = 'empty' | 'not-a-table' | 'old-workbook' | 'locked' | 'too-much';

export type TableReading =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly why: TableTrouble };

/** The most a table may have; a list of phones has a few hundred rows. Read in less than a second. */
export const MAX_ROWS = 20_000;
export const MAX_CELLS = 250_000;
export const MAX_CHARACTERS = 10_000_000;

/** A reading that failed. */
export function trouble(why: TableTrouble): TableReading {
  return { ok: false, why };
}

/** Whether a row has anything in it. */
export function isBlank(row: readonly Cell[]): boolean {
  return row.every(({ text }) => text.trim() === '');
}
