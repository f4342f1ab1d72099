import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { QuotaPicture } from './picture.ts';

/** About thirty times the usual duration. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 256;
/** `thread.ts` in the source, `thread.js` in the build. */
const THREAD = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);

const drawnSchema = z.instanceof(Uint8Array);

/** Draws a picture as PNG. Throws the error of the thread, or the signal's reason. */
export type DrawQuota = (picture: QuotaPicture, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Draws each picture in a thread of its own. Loading the libraries and drawing needs up to a second of processor time,
 * which would block all replies.
 * @param thread the thread's file, if it is not next to this one
 */
export function createDrawQuota({ thread = THREAD, timeoutMs = TIMEOUT_MS } = {}): DrawQuota {
  return async (picture, signal) => {
    signal.throwIfAborted();
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const worker = new Worker(thread, {
      workerData: picture,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    try {
      return await drawnBy(worker, limit);
    } finally {
      await worker.terminate();
    }
  };
}

function drawnBy(worker: Worker, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that draws ended without a picture')));
    worker.once('message', (drawn: unknown) => {
      const read = drawnSchema.safeParse(drawn);
      if (read.success) resolve(read.data);
      else reject(read.error);
    });
  });
}
