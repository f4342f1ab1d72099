import { systemClock } from '../core/clock.ts';
import { serveJobs } from '../work/serve.ts';
import { BrokenPicture, loadDecoder, startDecoder } from './decode/decode.ts';
import { DecoderCrashed, TooLargePicture } from './decode/decoder-memory.ts';
import type { PictureJob, PictureResult } from './job.ts';
import { findBarcodes } from './passes.ts';

/** The thread that decodes: one picture after another, as they are sent. What breaks here ends the thread. */
const program = loadDecoder();
let started = program.then(startDecoder);

serveJobs(async ({ picture, workMs }: PictureJob): Promise<PictureResult> => {
  await started;
  const endsAt = systemClock.elapsed() + workMs;
  try {
    const codes = await findBarcodes(picture, {
      hasTime: () => systemClock.elapsed() < endsAt,
      restartDecoder: async () => startDecoder(await program),
    });
    return { codes };
  } catch (error) {
    if (error instanceof BrokenPicture) return { why: 'broken' };
    if (error instanceof DecoderCrashed) {
      started = program.then(startDecoder);
      return { why: 'broken' };
    }
    if (error instanceof TooLargePicture) return { why: 'too-much' };
    throw error;
  }
});
