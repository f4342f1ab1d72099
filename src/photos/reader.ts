import { Worker } from 'node:worker_threads';
import { createOneAtATime } from '../core/one-at-a-time.ts';
import type { Barcode } from './barcode.ts';
import { PhotoFailure } from './errors.ts';
import type { Job, JobResult } from './job.ts';
import type { PictureHeader, PictureProblem } from './picture.ts';

/** The codes on a picture, or why none could be looked for. */
export type PictureReading =
  | { readonly ok: true; readonly codes: readonly Barcode[] }
  | { readonly ok: false; readonly problem: PictureProblem };

/** Reads pictures in a thread of its own, so that nobody else waits while one is decoded. */
export interface BarcodeReader {
  /**
   * Every Code 128, Code 39, EAN/UPC, ITF, DataMatrix and QR code on a PNG, JPEG, GIF or BMP picture; no code is an
   * empty list. One picture at a time, in the order they came; the time limit of each begins with its turn.
   * Throws {@link PhotoFailure} when the thread dies of it (the next picture gets a new one), or the signal's reason
   * when it is aborted first.
   */
  readBarcodes(picture: Uint8Array, signal: AbortSignal): Promise<PictureReading>;
  /** Ends the thread; the pictures under way fail. */
  close(): Promise<void>;
}

export interface BarcodeReaderOptions {
  /** Most milliseconds one picture may take. */
  readonly timeLimitMs?: number;
  /** The file of the thread, as JavaScript. */
  readonly thread?: URL;
}

/** Where everything has to be tried, a photo takes about five seconds of a processor that others may share. */
const TIME_LIMIT_MS = 30_000;
/** After this share of the limit no new attempt is begun, so that what was read already is not lost. */
const WORKING_SHARE = 0.6;
/** The thread never gives back the memory it took for a picture: after one of more megapixels it is ended. */
const MOST_KEPT_MEGAPIXELS = 16;

export function createBarcodeReader({
  timeLimitMs = TIME_LIMIT_MS,
  thread = new URL('./worker.js', import.meta.url),
}: BarcodeReaderOptions = {}): BarcodeReader {
  let worker: Worker | undefined;
  const inTurn = createOneAtATime();
  let lastId = 0;

  const started = (): Worker => {
    if (worker !== undefined) return worker;
    const made = new Worker(thread);
    worker = made;
    // A thread that dies between two pictures is replaced at the next one.
    const forget = (): void => {
      if (worker === made) worker = undefined;
    };
    made.on('error', forget).on('exit', forget);
    made.unref();
    return made;
  };
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const decode = async ({ picture, header }: Sent, signal: AbortSignal): Promise<PictureReading> => {
    signal.throwIfAborted();
    lastId += 1;
    const job: Job = { id: lastId, picture, workMs: timeLimitMs * WORKING_SHARE };
    const outcome = await outcomeOf(started(), job, { timeLimitMs, signal });
    if (outcome === 'too-slow' || outcome === 'aborted' || isLarge(header)) await end();
    signal.throwIfAborted();
    if (outcome === 'too-slow' || outcome === 'aborted') return { ok: false, problem: { kind: 'too-slow' } };
    const { codes } = outcome;
    return codes === undefined ? { ok: false, problem: { kind: 'broken' } } : { ok: true, codes };
  };
  return {
    readBarcodes: async (picture, signal) => {
      // Loaded with the first picture: its library knows twenty formats.
      const { pictureHeader, pictureProblem } = await import('./picture.ts');
      const problem = pictureProblem(picture);
      if (problem !== undefined) return { ok: false, problem };
      const sent = { picture, header: pictureHeader(picture) };
      return inTurn(() => decode(sent, signal));
    },
    close: end,
  };
}

interface Sent {
  readonly picture: Uint8Array;
  readonly header: PictureHeader | undefined;
}

function isLarge({ width, height } = { width: 0, height: 0 }): boolean {
  return (width * height) / 1e6 > MOST_KEPT_MEGAPIXELS;
}

interface Limits {
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
}

/** Hands one picture to the thread, which keeps the process alive until it has answered, and no longer. */
async function outcomeOf(
  worker: Worker,
  job: Job,
  { timeLimitMs, signal }: Limits,
): Promise<JobResult | 'too-slow' | 'aborted'> {
  const listening = new AbortController();
  const once = { signal: listening.signal };
  worker.ref();
  try {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve('too-slow'), timeLimitMs);
      once.signal.addEventListener('abort', () => clearTimeout(timer));
      const answer = (result: JobResult): void => {
        if (result.id === job.id) resolve(result);
      };
      const fail = (cause?: unknown): void => reject(new PhotoFailure(cause));
      worker.on('message', answer).once('error', fail).once('exit', fail);
      once.signal.addEventListener('abort', () => {
        worker.off('message', answer).off('error', fail).off('exit', fail);
      });
      signal.addEventListener('abort', () => resolve('aborted'), once);
      worker.postMessage(job);
    });
  } finally {
    listening.abort();
    worker.unref();
  }
}
