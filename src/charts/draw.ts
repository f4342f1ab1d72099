import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { QuotaPicture } from './picture.ts';

/** Some thirty times the usual duration; a thread that needs longer hangs. */
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 256;
/** The thread's file, which has another extension once compiled. */
const THREAD = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);

const drawnSchema = z.instanceof(Uint8Array);

/** Draws a picture as PNG. Throws the drawing's error, or the signal's reason if it is aborted. */
export type DrawQuota = (picture: QuotaPicture, signal: AbortSignal) => Promise<Uint8Array>;

/**
 * Each drawing runs in its own thread that ends with it: loading the libraries and drawing takes up to a second of
 * computing, which would block all replies, and a bot that never draws never loads them.
 * @param thread the compiled thread, if not next to this file
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
