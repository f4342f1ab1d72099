import type { AskedImei, FoundImei, FoundProblem } from '../../imei/findings.ts';

/** A number in a column with IMEIs. `line` of its origin is the row, from 1. */
export type CellNumber =
  | {
      readonly kind: 'found';
      readonly found: FoundImei;
      /** A spreadsheet had removed its leading zero. */
      readonly zeroRestored?: true;
    }
  | { readonly kind: 'asked'; readonly asked: AskedImei }
  | { readonly kind: 'problem'; readonly problem: FoundProblem };

/** A row that holds numbers. */
export interface NumberedRow {
  /** Index in the file, from 0; hidden rows count. */
  readonly row: number;
  /** In the order of the columns; never empty. */
  readonly numbers: readonly CellNumber[];
}

/** The numbers of one sheet. */
export interface NumberedSheet {
  /** Index among the sheets of the file, from 0; hidden sheets count. */
  readonly sheet: number;
  /** Index of the row with the titles; undefined if there is none. */
  readonly titlesRow: number | undefined;
  /** Only rows with numbers. */
  readonly rows: readonly NumberedRow[];
  /**
   * All 15-digit numbers end in 0 and hardly any check digit is right: a network wrote 0 as the check digit, or a program
   * rounded the column. Each of them is a problem of the kind `rounded`.
   */
  readonly isRounded: boolean;
}

/** A column that may hold IMEIs, but neither its title nor its cells say so. */
export interface AskedColumn {
  /** Its title, or its letters if it has none. {@link TableQuestion.columns} takes it. */
  readonly name: string;
  /** The valid numbers that no other column holds, each once. */
  readonly numbers: readonly AskedImei[];
}

/** What was read of a file and what was not. */
export interface Coverage {
  /** Names of the sheets with numbers; empty if the file has no sheets. */
  readonly read: readonly string[];
  /** Names of the visible sheets without numbers. */
  readonly withoutImeis: readonly string[];
  /** Names of the hidden sheets, which are not read. */
  readonly hidden: readonly string[];
  /** How many rows of the visible sheets are hidden; they are not read. */
  readonly hiddenRows: number;
  readonly hiddenColumns: number;
  /** The file has more rows or numbers than are read: {@link MOST_ROWS}, {@link MOST_NUMBERS}. */
  readonly isCut: boolean;
}

/** Most rows of a sheet that are read. */
export const MOST_ROWS = 200_000;
/** Most different numbers of a file that are returned. */
export const MOST_NUMBERS = 20_000;

/** The numbers of a file. The cells are not kept: they are read again for the answer. */
export interface TableNumbers {
  readonly kind: 'delimited' | 'workbook';
  /** The separator of a delimited file; the answer has the same. */
  readonly separator?: string;
  /** Only sheets with numbers. */
  readonly sheets: readonly NumberedSheet[];
  /** Present if something is to be asked; `sheets` may be empty then. */
  readonly asked: readonly AskedColumn[];
  readonly coverage: Coverage;
  /** Hash of the bytes; only the same bytes are answered. */
  readonly digest: string;
}

/**
 * Why a file cannot be used. `not-a-table`: another format, or broken; saving it as XLSX or CSV helps. `document`: a text,
 * a presentation or a mail; its numbers can be copied into a message. `archive`: it has to be unpacked. `locked`: it has a
 * password. `too-much`: it needs more time or memory than allowed. `no-imeis`: a workbook without IMEIs.
 */
export type TableTrouble =
  | 'empty'
  | 'not-a-table'
  | 'document'
  | 'archive'
  | 'locked'
  | 'too-much'
  | 'no-imeis';

/** What a file holds. */
export type TableReading =
  | { readonly kind: 'table'; readonly table: TableNumbers }
  /** Free lines, `name: value`, JSON, or a delimited file without columns of IMEIs: for the text finder. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'unusable';
      readonly why: TableTrouble;
      /** Only with `no-imeis`. */
      readonly coverage?: Coverage;
    };

/** A file to read. */
export interface TableQuestion {
  readonly bytes: Uint8Array;
  /** The file name; its ending matters only if the bytes leave a doubt. */
  readonly name: string;
  /** Names of asked columns that a person has confirmed: they are read like those with IMEIs. */
  readonly columns?: readonly string[];
}

/** The columns to append to one sheet. */
export interface AddedColumns {
  /** See {@link NumberedSheet}. */
  readonly sheet: number;
  /** See {@link NumberedSheet}. */
  readonly titlesRow: number | undefined;
  readonly titles: readonly string[];
  /** By row index: the cells, one for each title. A row is never divided, so several numbers share its cells. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
}

/** The answer to a file, or a list that no file had. */
export interface TableAnswer {
  /** The file again; undefined if there was none, or if it could not be fetched. */
  readonly file?: (TableQuestion & Pick<TableNumbers, 'digest'>) | undefined;
  /** `workbook`: an XLSX is written as well. */
  readonly kind: TableNumbers['kind'];
  /** By default a comma. */
  readonly separator?: string | undefined;
  readonly added: readonly AddedColumns[];
}

/** The answer as files. */
export interface WrittenTable {
  /** UTF-8 with a byte order mark; safe to open in a spreadsheet. */
  readonly csv: Uint8Array;
  /** Only for a workbook, if it fits into the limits. */
  readonly xlsx?: Uint8Array;
  /** Only the added columns could be written, without the cells of the file. */
  readonly numbersOnly: boolean;
}

/** Reads and writes tables in a child process, since the files come from strangers. */
export interface TableFiles {
  /** Throws `WorkFailed` if the process breaks, or the signal's reason. */
  read(question: TableQuestion, signal: AbortSignal): Promise<TableReading>;
  /** Without the file, if its bytes have changed, or if it takes too much this time: only the added columns. */
  write(answer: TableAnswer, signal: AbortSignal): Promise<WrittenTable>;
}
