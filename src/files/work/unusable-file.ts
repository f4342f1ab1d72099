/**
 * The reason why a downloaded file cannot be used; `FileUnreadable` is a file that was not
 * downloaded.
 */
export type WhyUnusable =
  /** Any file: it has too many bytes. */
  | 'too-large'
  /** A list: reading it needs more time or memory than allowed. */
  | 'too-much'
  /** A picture: reading it needs more time or memory than allowed. */
  | 'too-slow'
  /** A workbook or a PDF: it has a password. */
  | 'locked'
  | 'empty'
  /** A list in another format, or broken. Saving it as XLSX or CSV helps. */
  | 'not-a-table'
  /** A text document or a mail of Outlook. Its numbers can be copied into a message. */
  | 'document'
  /** Files packed into one, which have to be unpacked. */
  | 'archive'
  /** A workbook without IMEIs. */
  | 'no-imeis'
  /** A workbook whose cells have formulas without saved results. */
  | 'formulas'
  /** A picture, a PDF or an archive that is incomplete, or any file that breaks its reader. */
  | 'broken'
  | 'too-many-pixels'
  /** A HEIC picture, and libheif-js is not installed. */
  | 'no-heic-decoder';

/** Thrown by the readers of files if a file cannot be used. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
  readonly why: WhyUnusable;

  constructor(why: WhyUnusable, cause?: unknown) {
    super(`the file cannot be used: ${why}`, { cause });
    this.why = why;
  }
}
