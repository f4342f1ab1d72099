import type { AddedColumns, TableTrouble } from './contract.ts';

/** A visible row: its index in the file, and the text of its visible cells. */
export interface Row {
  readonly at: number;
  /** May have holes. */
  readonly cells: readonly string[];
}

/** A visible sheet of a workbook, or the rows of a delimited file. */
export interface Sheet {
  /** Index among all sheets of the file. */
  readonly at: number;
  readonly name: string;
  readonly rows: readonly Row[];
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  readonly isCut: boolean;
}

/** A file with tables. */
export interface Book {
  readonly separator?: string;
  readonly sheets: readonly Sheet[];
  /** Names of the hidden sheets. */
  readonly hidden: readonly string[];
  /** Appends columns to a workbook and writes it as XLSX; undefined for a delimited file. */
  readonly write?: (added: readonly AddedColumns[]) => Uint8Array;
}

/** The bytes cannot be read as a table or a text. */
export class Unusable extends Error {
  readonly why: TableTrouble;

  constructor(why: TableTrouble, options?: ErrorOptions) {
    super(`the file cannot be used: ${why}`, options);
    this.why = why;
  }
}
