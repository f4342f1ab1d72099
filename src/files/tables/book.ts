/** The most rows of a sheet that are read. */
export const MAX_ROWS = 200_000;

/**
 * A file with tables. A CSV is a book of one sheet without a name:
 *
 *     IMEI;Price                delimiter   ;
 *     356938035643809;100       sheets      [{ index: 0, name: '', isCut: false, rows }]
 *                               rows        [['IMEI', 'Price'], ['356938035643809', '100']]
 */
export interface Book {
  /** Between the cells of a row; undefined for a workbook. */
  readonly delimiter?: string | undefined;
  readonly sheets: readonly Sheet[];
  /** Names of the hidden sheets. */
  readonly hidden: readonly string[];
  /** Whether a workbook has a formula without a result. Reads the file once more. */
  readonly hasFormulaWithoutResult?: () => boolean;
  /** Appends columns to a workbook and writes it as XLSX; undefined for a delimited file. */
  readonly write?: (added: readonly AddedColumns[]) => Uint8Array;
}

/** A visible sheet of a workbook, or the rows of a delimited file. */
export interface Sheet {
  /** Its index among all sheets of the file. */
  readonly index: number;
  readonly name: string;
  readonly rows: Rows;
  /** Whether there are more than {@link MAX_ROWS}. */
  readonly isCut: boolean;
}

/** The text of each cell of each row. A row may have holes. */
export type Rows = readonly (readonly string[])[];

/** One of the tables that are below each other in a sheet. */
export interface Table {
  /** The row with which it begins, from 0. */
  readonly firstRow: number;
  /** The rows of the sheet. Rows of other tables are empty, so that a row keeps its number. */
  readonly rows: Rows;
}

/**
 * The columns to append to one sheet:
 *
 *     Phone            Price   +   IMEI             Brand     titles, titleRow: 0
 *     356938035643809  100         356938035643809  Nokia     rows: 1 → these cells
 */
export interface AddedColumns {
  /** Index among the sheets of the file, from 0; hidden sheets count. */
  readonly sheetIndex: number;
  /** Index of the row with the titles; undefined if there is none. */
  readonly titleRow: number | undefined;
  readonly titles: readonly string[];
  /** By row index: the cells, one for each title. Several numbers of a row share its cells. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

/** The most cells of a row; 0 without rows. */
export function widthOf(rows: readonly (readonly unknown[])[]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 0);
}
