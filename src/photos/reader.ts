import { type Program, WorkFailed } from '../files/work/job.ts';
import type { Runner } from '../files/work/runner.ts';
import type { PictureJob, PictureRead, PictureResult } from './job.ts';
import type { PictureProblem } from './picture.ts';

/** What is on a picture, or why it could not be searched. */
export type PictureReading =
  | ({ readonly ok: true } & PictureRead)
  | { readonly ok: false; readonly problem: PictureProblem };

/**
 * Reads the IMEIs in the text of a picture, and every Code 128, Code 39, EAN/UPC, ITF, DataMatrix and QR code on it, in the
 * process for files; empty if there is none. A picture is a PNG, JPEG, GIF, BMP or WebP, a HEIC where its decoder is installed, or the first pages of a PDF. Throws `WorkFailed` if the
 * process fails, or the signal's reason if it is aborted first.
 */
export type ReadBarcodes = (picture: Uint8Array, signal: AbortSignal) => Promise<PictureReading>;

/** Of the processor: if every attempt is needed, a photo takes about five seconds. */
const TIME_LIMIT_MS = 30_000;
/** The share of it after which a document is begun anew for its text alone, since one page has taken all of the time. */
const DRAWING_SHARE = 2 / 3;
/** The share of the time limit after which no new attempt starts, so that what was already read is not lost. */
const WORKING_SHARE = 0.6;
/** The process keeps the memory it took for a picture, so it is ended after a larger one. */
const MOST_KEPT_MEGAPIXELS = 4;

/** One attempt on a picture. */
interface ReadJob {
  readonly picture: Uint8Array;
  readonly signal: AbortSignal;
  readonly isLarge: boolean;
  readonly isTextOnly?: boolean;
}

/**
 * Creates the reader that works in `runner`'s process.
 * @param program overrides of the thread's file and limits
 */
export function createReadBarcodes(runner: Runner, program: Partial<Program> = {}): ReadBarcodes {
  const whole: Program = {
    thread: new URL('./thread.js', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    ...program,
  };
  const drawing: Program = { ...whole, timeLimitMs: whole.timeLimitMs * DRAWING_SHARE };
  const text: Program = { ...whole, timeLimitMs: whole.timeLimitMs - drawing.timeLimitMs };
  const read = async (by: Program, job: ReadJob): Promise<PictureResult> => {
    const { picture, signal, isLarge, isTextOnly = false } = job;
    return runner.run<PictureJob, PictureResult>(by, {
      input: { picture, workMs: by.timeLimitMs * WORKING_SHARE, isTextOnly },
      signal,
      isLarge,
    });
  };
  const readDocument = async (job: ReadJob): Promise<PictureResult> => {
    try {
      return await read(drawing, job);
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      const result = await read(text, { ...job, isTextOnly: true });
      if (result.codes === undefined) throw error;
      return result;
    }
  };
  return async (picture, signal) => {
    // With the first picture, not at the start.
    const { isDocument, megapixelsOf, pictureProblem, problemsOf } = await import('./picture.ts');
    const problem = pictureProblem(picture);
    if (problem !== undefined) return { ok: false, problem };
    const problems = problemsOf(picture);
    const hasPages = isDocument(picture);
    const isLarge = hasPages || megapixelsOf(picture) > MOST_KEPT_MEGAPIXELS;
    const job = { picture, signal, isLarge };
    try {
      const result = await (hasPages ? readDocument(job) : read(whole, job));
      if (result.codes !== undefined) return { ok: true, ...result };
      return { ok: false, problem: problems[result.why] };
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      return { ok: false, problem: problems[error.why] };
    }
  };
}
