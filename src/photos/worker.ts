import { parentPort } from 'node:worker_threads';
import { BrokenPicture, prepareDecoder } from './decode.ts';
import type { Job, JobResult } from './job.ts';
import { findBarcodes } from './passes.ts';

/** The thread that decodes: one picture after another, as they are sent. What breaks here ends the thread. */
const prepared = prepareDecoder();

parentPort?.on('message', async ({ id, picture, workMs }: Job) => {
  await prepared;
  const endsAt = performance.now() + workMs;
  parentPort?.postMessage({
    id,
    ...(await work(picture, () => performance.now() < endsAt)),
  } satisfies JobResult);
});

async function work(picture: Uint8Array, hasTime: () => boolean): Promise<Omit<JobResult, 'id'>> {
  try {
    return { codes: await findBarcodes(picture, hasTime) };
  } catch (error) {
    if (error instanceof BrokenPicture) return { codes: undefined };
    throw error;
  }
}
