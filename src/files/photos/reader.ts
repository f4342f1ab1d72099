import { type Program, WorkFailed } from '../work/job.ts';
import type { Runner } from '../work/runner.ts';
import { MOST_BYTES, type PictureProblem, type PictureReading, type ReadPicture } from './contract.ts';
import { pictureFormat } from './format.ts';
import type { PictureJob } from './job.ts';

/** Processor time. */
const TIME_LIMIT_MS = 15_000;
/** The process is ended after a larger file, since it keeps the memory that a large picture takes. */
const MOST_KEPT_BYTES = 1024 * 1024;

/** Creates a reader that works in the process of `runner`. */
export function createReadPicture(runner: Pick<Runner, 'run'>, given: Partial<Program> = {}): ReadPicture {
  const thread = new URL('./thread.js', import.meta.url);
  const program: Program = { thread, timeLimitMs: TIME_LIMIT_MS, ...given };
  return async (picture, signal) => {
    const format = pictureFormat(picture);
    const isPdf = format === 'pdf';
    const failed = (problem: PictureProblem): PictureReading => ({ ok: false, problem });
    if (picture.byteLength > MOST_BYTES) return failed('too-large');
    if (format === undefined) return failed('broken');
    const isLarge = isPdf || picture.byteLength > MOST_KEPT_BYTES;
    const job = { input: { picture, isPdf }, signal, isLarge };
    try {
      return await runner.run<PictureJob, PictureReading>(program, job);
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      return failed(error.why);
    }
  };
}
