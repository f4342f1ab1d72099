import type { Findings } from '../imei/findings.ts';
import type { PictureContent } from './pictures/pictures.ts';
import type { AddedColumns } from './tables/book.ts';
import type { Coverage, TableNumbers } from './tables/numbers/table-numbers.ts';
import type { WhyUnusable } from './unusable-file.ts';

export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly name: string;
  /** The language of its sender, which suggests the encoding of a text. */
  readonly language?: string;
  /**
   * The columns that a person has confirmed, by the names that {@link TableNumbers} gives them.
   * They are read as columns of IMEIs. `all`: each column that the bot would ask about.
   */
  readonly confirmedColumns?: readonly string[] | 'all';
}

export type FileContent =
  | { readonly kind: 'table'; readonly table: TableNumbers }
  /**
   * A file that is read like a message: free lines, `name: value`, JSON, or a table without columns
   * of IMEIs.
   */
  | { readonly kind: 'text'; readonly findings: Findings; readonly isCut: boolean }
  | PictureContent
  /** `coverage`: only with `no-imeis`. */
  | {
      readonly kind: 'unusable';
      readonly why: WhyUnusable;
      readonly coverage?: Coverage | undefined;
    };

/** The answer to a file, or to a list without a file. */
export interface FilledTable extends Pick<TableNumbers, 'delimiter'> {
  /** The file that was read, whose cells the answer repeats; undefined if there is none. */
  readonly file?: FileToRead | undefined;
  readonly added: readonly AddedColumns[];
}

/** A job for the child process. */
export type FileJob =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'list';
      readonly file: FileToRead;
      readonly knownTacs: Uint32Array | undefined;
    }
  | { readonly kind: 'write'; readonly table: FilledTable };
