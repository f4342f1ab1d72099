import type { AskedImei, Findings, FoundImei, FoundProblem } from '../../imei/findings.ts';

/** Most rows of a sheet that are read. */
export const MOST_ROWS = 200_000;
/** Most numbers of a file that are returned, repetitions included. */
export const MOST_NUMBERS = 50_000;

/** A number in a column of IMEIs. `line` of its origin is the row, from 1. */
export type CellNumber =
  /** `zeroRestored`: a spreadsheet had removed its leading zero. */
  | { readonly kind: 'found'; readonly found: FoundImei; readonly zeroRestored?: true }
  | { readonly kind: 'asked'; readonly asked: AskedImei }
  | { readonly kind: 'problem'; readonly problem: FoundProblem };

/** A row that holds numbers, in the order of its columns. `row`: index in the file, from 0; hidden rows count. */
export interface NumberedRow {
  readonly row: number;
  readonly numbers: readonly CellNumber[];
}

/** The numbers of one sheet. */
export interface NumberedSheet {
  /** Index among the sheets of the file, from 0; hidden sheets count. */
  readonly sheet: number;
  /** Index of the row with the titles; undefined if there is none. */
  readonly titlesRow: number | undefined;
  readonly rows: readonly NumberedRow[];
}

/** A column that may hold IMEIs, though neither its title nor its cells say so. */
export interface AskedColumn {
  /** Its title, or its letters if it has none. {@link TableQuestion.columns} takes it. */
  readonly name: string;
  /** The IMEIs that are in no other column, each once. */
  readonly numbers: readonly AskedImei[];
}

/** What was read of a file and what was not. Names of sheets are those of a workbook. */
export interface Coverage {
  readonly read: readonly string[];
  readonly withoutImeis: readonly string[];
  /** Hidden sheets, rows and columns are not read. */
  readonly hidden: readonly string[];
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  /** There are more than {@link MOST_ROWS} or {@link MOST_NUMBERS}; only the first ones were read. */
  readonly isCut: boolean;
}

/** The numbers of a file. The cells are not kept; they are read again for the answer. */
export interface TableNumbers {
  readonly kind: 'delimited' | 'workbook';
  /** Of a delimited file; the answer has the same. By default a comma. */
  readonly separator?: string | undefined;
  /** Only sheets with numbers; empty if there is only something to ask. */
  readonly sheets: readonly NumberedSheet[];
  readonly asked: readonly AskedColumn[];
  readonly coverage: Coverage;
}

/**
 * Why a file cannot be used. `not-a-table`: another format, or broken; saving it as XLSX or CSV helps. `document`: its numbers
 * can be copied into a message. `archive`: it has to be unpacked. `locked`: it has a password. `too-much`: it needs more time
 * or memory than allowed. `no-imeis`: a workbook without IMEIs.
 */
export type TableTrouble =
  | ('empty' | 'not-a-table' | 'document' | 'archive')
  | ('locked' | 'too-much' | 'no-imeis');

/** What a file holds. */
export type TableReading =
  | { readonly kind: 'table'; readonly table: TableNumbers }
  /** Free lines, `name: value`, JSON, or a file without columns of IMEIs: what the text finder finds in it. */
  | { readonly kind: 'text'; readonly findings: Findings; readonly isCut: boolean }
  /** `coverage`: only with `no-imeis`. */
  | { readonly kind: 'unusable'; readonly why: TableTrouble; readonly coverage?: Coverage };

/** A file to read. */
export interface TableQuestion {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** Names of asked columns that a person has confirmed: they are read like those of IMEIs. */
  readonly columns?: readonly string[];
}

/** The columns to append to one sheet. */
export interface AddedColumns extends Pick<NumberedSheet, 'sheet' | 'titlesRow'> {
  readonly titles: readonly string[];
  /** By row index: the cells, one for each title. Several numbers of a row share its cells. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

/** The answer to a file, or a list that was no file. */
export interface TableAnswer extends Pick<TableNumbers, 'kind' | 'separator'> {
  /** The file again; undefined if there is none. */
  readonly file?: TableQuestion | undefined;
  readonly added: readonly AddedColumns[];
}

/** The answer as files. */
export interface WrittenTable {
  /** UTF-8 with a byte order mark; safe to open in a spreadsheet. */
  readonly csv: Uint8Array;
  /** Present for a workbook that can be written. */
  readonly xlsx?: Uint8Array;
  /** It has the added columns, but no cells of the file. */
  readonly numbersOnly: boolean;
}

/** Reads and writes tables in a child process, since the files come from strangers. */
export interface TableFiles {
  /** Throws `WorkFailed` if the process breaks, or the signal's reason. */
  read(question: TableQuestion, signal: AbortSignal): Promise<TableReading>;
  /** Only the added columns if there is no file, or if it takes too much this time. */
  write(answer: TableAnswer, signal: AbortSignal): Promise<WrittenTable>;
}
