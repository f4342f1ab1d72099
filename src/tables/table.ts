/** One cell as text. A number of a workbook has all its digits, never the short notation a sheet shows. */
export interface Cell {
  /** May be empty. */
  readonly text: string;
  /** The workbook stores it as a number, so leading zeros are lost and digits may be truncated. */
  readonly number?: true;
}

/** Rows of cells in file order; rows may differ in length. */
export interface Table {
  /** Includes empty rows. */
  readonly rows: readonly (readonly Cell[])[];
  /** The format of the file. */
  readonly kind: 'delimited' | 'workbook';
  /** The separator of a delimited text; undefined for workbooks and single columns. */
  readonly separator?: string;
}

/**
 * Why bytes are no table. `not-a-table`: something else, or broken. `old-workbook`: XLS from before 2007. `locked`:
 * password-protected. `too-much`: more cells, or more unpacked bytes, than allowed.
 */
export type TableTrouble = 'empty' | 'not-a-table' | 'old-workbook' | 'locked' | 'too-much';

/** A table, or why there is none. */
export type TableReading =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly why: TableTrouble };

/** Most rows of a table; a list of phones has a few hundred. The largest table is read in less than a second. */
export const MAX_ROWS = 20_000;
/** Most cells of a table. */
export const MAX_CELLS = 250_000;
/** Most characters of a table. */
export const MAX_CHARACTERS = 10_000_000;

/** A failed reading. */
export function trouble(why: TableTrouble): TableReading {
  return { ok: false, why };
}

/** Whether all cells of a row are empty. */
export function isBlank(row: readonly Cell[]): boolean {
  return row.every(({ text }) => text.trim() === '');
}
