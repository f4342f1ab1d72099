/**
 * Why a file cannot be used. `too-large`: it has too many bytes. `too-much`, `too-slow`: reading a list, or a picture, needs more
 * time or memory than allowed. `locked`: it has a password. Of a list: `not-a-table` is another format, or broken, and saving it
 * as XLSX or CSV helps; the numbers of a `document` can be copied into a message; an `archive` has to be unpacked; `no-imeis` is a
 * workbook. Of a picture or a PDF: `broken` is damaged or incomplete; `no-heic-decoder` says that libheif-js is not installed.
 */
export type WhyUnusable =
  | ('too-large' | 'too-much' | 'too-slow' | 'locked')
  | ('empty' | 'not-a-table' | 'document' | 'archive' | 'no-imeis')
  | ('broken' | 'too-many-pixels' | 'no-heic-decoder');

/** A file cannot be read. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  readonly why: WhyUnusable;

  constructor(why: WhyUnusable, cause?: unknown) {
    super(`the file cannot be used: ${why}`, { cause });
    this.why = why;
  }
}
