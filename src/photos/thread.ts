import { systemClock } from '../core/clock.ts';
import { serveJobs } from '../work/serve.ts';
import { BrokenPicture, prepareDecoder } from './decode/decode.ts';
import { TooLargePicture } from './decode/decoder-memory.ts';
import type { PictureJob, PictureResult } from './job.ts';
import { findBarcodes } from './passes.ts';

/** The thread that decodes: one picture after another, as they are sent. What breaks here ends the thread. */
const prepared = prepareDecoder();

serveJobs(async ({ picture, workMs }: PictureJob): Promise<PictureResult> => {
  await prepared;
  const endsAt = systemClock.elapsed() + workMs;
  try {
    return { codes: await findBarcodes(picture, () => systemClock.elapsed() < endsAt) };
  } catch (error) {
    if (error instanceof BrokenPicture) return { why: 'broken' };
    if (error instanceof TooLargePicture) return { why: 'too-much' };
    throw error;
  }
});
