import { setFlagsFromString } from 'node:v8';
import type { PictureProblem, PictureRead } from './contract.ts';
import { decode, Unreadable } from './decode.ts';
import { readPdf } from './pdf.ts';
import { createReading, readPicture, resultOf } from './picture.ts';

// V8 would compile much-used WebAssembly again to run faster, which takes longer than the first pictures of a process.
setFlagsFromString('--wasm-tiering-budget=200000000');

/** A picture for the child process. */
export interface PictureJob {
  readonly picture: Uint8Array;
  readonly isPdf: boolean;
}

/** What was read, or why nothing was. */
export type PictureResult = { readonly read: PictureRead } | { readonly problem: PictureProblem };

/** Milliseconds of processor time after which nothing more is tried on a picture, or on a PDF. */
const PICTURE_MS = 2600;
const PDF_MS = 9000;

/** Reads one picture or PDF. */
export async function workOnPicture({ picture, isPdf }: PictureJob): Promise<PictureResult> {
  try {
    const startPicture = () => start(PICTURE_MS);
    return {
      read: await (isPdf ? readPdf(picture, start(PDF_MS), startPicture) : readOne(picture, startPicture())),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

async function readOne(file: Uint8Array, hasTime: () => boolean): Promise<PictureRead> {
  const picture = await decode(file);
  const reading = createReading();
  await readPicture(picture, reading, hasTime);
  return resultOf(reading, picture);
}

/** Only processor time counts: on a busy machine a picture takes longer, and no less of it is read. */
function start(ms: number): () => boolean {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 < ms;
  };
}
