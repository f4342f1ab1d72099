import type { PictureContent } from './pictures/pictures.ts';
import type { FileToRead, FilledTable, ListContent } from './tables/tables.ts';
import type { WhyUnusable } from './work/unusable-file.ts';

/** A job for the child process: to read a file, or to write the table with the answers. */
export type FileJob =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'list';
      readonly file: FileToRead;
      /** The TACs of the open TAC table, for repairs; undefined without a table. */
      readonly knownTacs: Uint32Array | undefined;
    }
  | { readonly kind: 'write'; readonly table: FilledTable };

/** What was read of a file, or why it cannot be used. */
export type FileContent =
  | ListContent
  | PictureContent
  | { readonly kind: 'unusable'; readonly why: WhyUnusable; readonly coverage?: undefined };
