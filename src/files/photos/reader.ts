import { type Program, WorkFailed } from '../work/job.ts';
import type { Runner } from '../work/runner.ts';
import { MOST_BYTES, type PictureProblem, type PictureReading, type ReadPicture } from './contract.ts';
import { type PictureFormat, pictureFormat } from './format.ts';
import type { PictureJob, PictureResult } from './job.ts';

/** Processor time. */
const TIME_LIMIT_MS = 15_000;
/** The process is ended after a larger file, since it keeps the memory that a large picture takes. */
const MOST_KEPT_BYTES = 1024 * 1024;
const NOT_DECODABLE: readonly PictureFormat[] = ['jxl', 'jp2'];

/** Creates a reader that works in the process of `runner`. */
export function createReadPicture(runner: Pick<Runner, 'run'>, given: Partial<Program> = {}): ReadPicture {
  const thread = new URL('./thread.js', import.meta.url);
  const program: Program = { thread, timeLimitMs: TIME_LIMIT_MS, ...given };
  return async (picture, signal) => {
    const format = pictureFormat(picture);
    const failed = (problem: PictureProblem): PictureReading => ({ ok: false, problem, format });
    if (picture.byteLength > MOST_BYTES) return failed('too-large');
    if (format === undefined) return failed('broken');
    if (NOT_DECODABLE.includes(format)) return failed('unknown-format');
    const isPdf = format === 'pdf';
    const isLarge = isPdf || picture.byteLength > MOST_KEPT_BYTES;
    try {
      const result = await runner.run<PictureJob, PictureResult>(program, {
        input: { picture, isPdf },
        signal,
        isLarge,
      });
      return 'read' in result ? { ok: true, ...result.read } : failed(result.problem);
    } catch (error) {
      if (!(error instanceof WorkFailed) || error.why === 'broke') throw error;
      return failed(error.why);
    }
  };
}
