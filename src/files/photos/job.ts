import { startLimit } from '../work/serve.ts';
import type { PictureProblem, PictureRead } from './contract.ts';
import { decode, Unreadable } from './decode.ts';
import { readPdf } from './pdf.ts';
import { createReading, readPicture, resultOf } from './picture.ts';

/** A picture for the child process. */
export interface PictureJob {
  readonly picture: Uint8Array;
  readonly isPdf: boolean;
}

/** What was read, or why nothing was. */
export type PictureResult = { readonly read: PictureRead } | { readonly problem: PictureProblem };

/** Milliseconds of processor time after which nothing more is tried on a picture, or on a PDF. */
const PICTURE_MS = 1800;
const PDF_MS = 9000;

/** Reads one picture or PDF. */
export async function workOnPicture({ picture, isPdf }: PictureJob): Promise<PictureResult> {
  try {
    return {
      read: isPdf ? await readPdf(picture, { hasTime: start(PDF_MS), startPage }) : await readOne(picture),
    };
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.problem };
    throw error;
  }
}

async function readOne(file: Uint8Array): Promise<PictureRead> {
  const hasTime = start(PICTURE_MS);
  const picture = await decode(file);
  const reading = createReading();
  await readPicture(picture, reading, hasTime);
  return resultOf(reading, picture);
}

function startPage(): () => boolean {
  return start(PICTURE_MS);
}

function start(ms: number): () => boolean {
  const isOver = startLimit(ms);
  return () => !isOver();
}
