/** One cell as text. A number of a workbook has all its digits, never the short notation a sheet shows. */
export interface Cell {
  /** May be empty. */
  readonly text: string;
  /** The workbook stores it as a number, so leading zeros are lost and digits may be truncated. */
  readonly number?: true;
}

/** What a row has where it has no cell. */
export const EMPTY_CELL: Cell = { text: '' };

/** Rows of cells in file order; rows may differ in length. */
export interface Table {
  /** The name of the sheet; undefined if the file has no sheets. */
  readonly name?: string;
  /** Includes empty rows. Hidden ones are empty. */
  readonly rows: readonly (readonly Cell[])[];
  /** Indexes of rows with content that the file hides, by a filter for instance. */
  readonly hiddenRows: ReadonlySet<number>;
  /** How many columns with content the file hides; they are no part of the rows. */
  readonly hiddenColumns: number;
}

/** The tables of a file: one for each visible sheet with any content, or the only one. */
export interface Book {
  readonly tables: readonly Table[];
  /** Names of the hidden sheets, which are not read. */
  readonly hiddenSheets: readonly string[];
  /** The format of the file. */
  readonly kind: 'delimited' | 'workbook';
  /** The separator of a delimited text; undefined for workbooks and single columns. */
  readonly separator?: string;
}

/**
 * Why bytes are no table. `not-a-table`: something else, or broken. `old-workbook`: XLS or XML of an older Excel.
 * `binary-workbook`: XLSB. `exchange`: SYLK or DIF. `numbers`: Apple Numbers. `document`: a text of an office program, or a
 * mail. `slides`: a presentation. `archive`: a ZIP or the like with files in it. `locked`: password-protected. `too-much`: more cells, or more
 * unpacked bytes, than allowed.
 */
export type TableTrouble =
  | 'empty'
  | 'not-a-table'
  | 'old-workbook'
  | 'binary-workbook'
  | 'exchange'
  | 'numbers'
  | 'document'
  | 'slides'
  | 'archive'
  | 'locked'
  | 'too-much';

/** The tables of a file, or why there are none. */
export type TableReading =
  | { readonly ok: true; readonly book: Book }
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
