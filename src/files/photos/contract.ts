import type { Findings } from '../../imei/findings.ts';

/** Most bytes of a picture or a PDF: 20 MB. */
export const MOST_BYTES = 20 * 1024 * 1024;
/** Most megapixels of a picture. */
export const MOST_MEGAPIXELS = 50;
/** Most pages of a PDF that are read. */
export const MOST_PAGES = 10;

/** What was read of a picture or a PDF. */
export interface PictureRead {
  /**
   * The IMEIs of its codes (`readFrom: 'bars'`), of its text (`readFrom: 'text'`), and of the text of a PDF (no `readFrom`,
   * since that text is exact). Of the text of a picture one or two are found, and three or more are asked about. `line` is
   * the line of one code or one page.
   */
  readonly findings: Findings;
  /** What else the codes say: a serial number, and an article number (EAN, UPC or GTIN-14). */
  readonly label: { readonly serial?: string | undefined; readonly gtin?: string | undefined };
  /** What could be read, for a picture without an IMEI. */
  readonly seen: 'codes' | 'text' | 'nothing';
  /** Of a PDF: how many of its pages were read, from the first. */
  readonly pages?: { readonly read: number; readonly all: number } | undefined;
}

/**
 * Why a picture cannot be read. `too-large`: {@link MOST_BYTES}. `too-many-pixels`: {@link MOST_MEGAPIXELS}, or fewer for a
 * format that cannot be decoded at a smaller size. `no-heic-decoder`: libheif-js is not installed. `broken`: damaged,
 * incomplete, or no picture. `locked`: a PDF with a password. `too-slow`, `too-much`: it needs more time or memory than
 * allowed.
 */
export type PictureProblem =
  | ('too-large' | 'too-many-pixels' | 'no-heic-decoder' | 'broken')
  | ('locked' | 'too-slow' | 'too-much');

/** What is on a picture, or why it could not be read. */
export type PictureReading =
  | ({ readonly ok: true } & PictureRead)
  | { readonly ok: false; readonly problem: PictureProblem };

/**
 * Reads the IMEIs in the codes and the text of a picture or a PDF, in the child process. Throws `WorkFailed` if the process
 * breaks, or the signal's reason.
 */
export type ReadPicture = (picture: Uint8Array, signal: AbortSignal) => Promise<PictureReading>;
