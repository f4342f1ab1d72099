import { WorkFailed } from '../work/failed.ts';
import type { Program } from '../work/job.ts';
import { ownedBytes } from '../work/owned-bytes.ts';
import type { Runner } from '../work/runner.ts';
import type { Barcode } from './barcode.ts';
import type { PictureJob, PictureResult } from './job.ts';
import type { PictureProblem } from './picture.ts';

/** The codes on a picture, or why none could be looked for. */
export type PictureReading =
  | { readonly ok: true; readonly codes: readonly Barcode[] }
  | { readonly ok: false; readonly problem: PictureProblem };

/**
 * Reads every Code 128, Code 39, EAN/UPC, ITF, DataMatrix and QR code on a PNG, JPEG, GIF or BMP picture, in a thread
 * of its own; no code is an empty list. The bytes are handed over to the thread, and gone afterwards. Throws
 * `WorkFailed` when the thread dies of it, or the signal's reason when it is aborted first.
 */
export type ReadBarcodes = (picture: Uint8Array, signal: AbortSignal) => Promise<PictureReading>;

/** Where everything has to be tried, a photo takes about five seconds of a processor that others may share. */
const TIME_LIMIT_MS = 30_000;
/** After this share of the limit no new attempt is begun, so that what was read already is not lost. */
const WORKING_SHARE = 0.6;
/** Of objects; the decoder has a bound of its own. */
const HEAP_MB = 96;
/** The thread never gives back the memory it took for a picture: after one of more megapixels it is ended. */
const MOST_KEPT_MEGAPIXELS = 4;

/** @param program where the thread is, and its limits, if others than usual */
export function createReadBarcodes(runner: Runner, program: Partial<Program> = {}): ReadBarcodes {
  const whole: Program = {
    thread: new URL('./thread.js', import.meta.url),
    timeLimitMs: TIME_LIMIT_MS,
    heapMb: HEAP_MB,
    ...program,
  };
  return async (picture, signal) => {
    // Loaded with the first picture.
    const { megapixelsOf, pictureProblem, tooManyPixels } = await import('./picture.ts');
    const problem = pictureProblem(picture);
    if (problem !== undefined) return { ok: false, problem };
    const tooMuch = { ok: false, problem: tooManyPixels(picture) } as const;
    const isLarge = megapixelsOf(picture) > MOST_KEPT_MEGAPIXELS;
    const own = ownedBytes(picture);
    try {
      const result = await runner.run<PictureJob, PictureResult>(whole, {
        input: { picture: own, workMs: whole.timeLimitMs * WORKING_SHARE },
        transfer: [own.buffer],
        signal,
        isLarge,
      });
      if (result.codes !== undefined) return { ok: true, codes: result.codes };
      return result.why === 'too-much' ? tooMuch : { ok: false, problem: { kind: 'broken' } };
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      return error.why === 'too-much' ? tooMuch : { ok: false, problem: { kind: 'too-slow' } };
    }
  };
}
