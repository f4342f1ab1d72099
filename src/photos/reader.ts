import { WorkFailed } from '../work/failed.ts';
import type { Program } from '../work/job.ts';
import type { Runner } from '../work/runner.ts';
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

/** If every attempt is needed, a photo takes about five seconds of a shared processor. */
const TIME_LIMIT_MS = 30_000;
/** The share of the time limit after which no new attempt starts, so that what was already read is not lost. */
const WORKING_SHARE = 0.6;
/** Of JavaScript objects; the decoder's memory has its own limit. */
const HEAP_MB = 96;
/** The process keeps the memory it took for a picture, so it is ended after a larger one. */
const MOST_KEPT_MEGAPIXELS = 4;

/**
 * Creates the reader that works in `runner`'s process.
 * @param program overrides of the thread's file and limits
 */
export function createReadBarcodes(runner: Runner, program: Partial<Program> = {}): ReadBarcodes {
  const whole: Program = {
    thread: new URL('./thread.js', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    heapMb: HEAP_MB,
    ...program,
  };
  return async (picture, signal) => {
    // Imported with the first picture.
    const { isDocument, megapixelsOf, pictureProblem, problemsOf } = await import('./picture.ts');
    const problem = pictureProblem(picture);
    if (problem !== undefined) return { ok: false, problem };
    const problems = problemsOf(picture);
    const isLarge = isDocument(picture) || megapixelsOf(picture) > MOST_KEPT_MEGAPIXELS;
    try {
      const result = await runner.run<PictureJob, PictureResult>(whole, {
        input: { picture, workMs: whole.timeLimitMs * WORKING_SHARE },
        signal,
        isLarge,
      });
      if (result.codes !== undefined) return { ok: true, ...result };
      return { ok: false, problem: problems[result.why] };
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      return { ok: false, problem: problems[error.why] };
    }
  };
}
