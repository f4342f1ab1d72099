import { setFlagsFromString } from 'node:v8';
import { processorMs } from '../work/serve.ts';
import type { PictureReading } from './contract.ts';
import { decode, Unreadable } from './decode.ts';
import { readPdf } from './pdf.ts';
import { readPicture } from './picture.ts';
import { createReading } from './reading.ts';

// V8 would compile much-used WebAssembly again to run faster, which takes longer than the first pictures of a process.
setFlagsFromString('--wasm-tiering-budget=200000000');

/** A picture for the child process. */
export interface PictureJob {
  readonly picture: Uint8Array;
  readonly isPdf: boolean;
}

/** Milliseconds of processor time after which nothing more is tried on a picture, or on a PDF. */
const PICTURE_MS = 2400;
const PDF_MS = 9000;

/** Reads one picture or PDF. */
export async function workOnPicture({ picture, isPdf }: PictureJob): Promise<PictureReading> {
  const hasTime = start(isPdf ? PDF_MS : PICTURE_MS);
  const reading = createReading();
  try {
    const pages = isPdf ? await readPdf(picture, reading, hasTime, () => start(PICTURE_MS)) : undefined;
    if (pages === undefined) await readPicture(await decode(picture), reading, hasTime);
    return { ok: true, ...reading.result(), pages };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** Only processor time counts: on a busy machine a picture takes longer, and no less of it is read. */
function start(ms: number): () => boolean {
  const end = processorMs() + ms;
  return () => processorMs() < end;
}
