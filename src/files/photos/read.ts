import { setFlagsFromString } from 'node:v8';
import type { Findings } from '../../imei/findings.ts';
import { processorMs } from '../work/job.ts';
import { decode } from './decode.ts';
import { pictureFormat } from './format.ts';
import { readPdf } from './pdf.ts';
import { readPicture } from './picture.ts';
import { createReading } from './reading.ts';

// V8 would compile much-used WebAssembly again to run faster, which takes longer than the first pictures of a process.
setFlagsFromString('--wasm-tiering-budget=200000000');

/** What was read of a picture or a PDF. */
export interface PictureRead {
  readonly kind: 'picture';
  /**
   * The IMEIs of its codes (`readFrom: 'bars'`), of its text (`readFrom: 'text'`), and of the text of a PDF (no `readFrom`,
   * since that text is exact). Of the text of a picture one or two are found, and three or more are asked about. `line` is
   * the line of one code or one page.
   */
  readonly findings: Findings;
  /** Of a PDF: how many of its pages were read, from the first. */
  readonly pages?: { readonly read: number; readonly all: number } | undefined;
}

/** Milliseconds of processor time after which nothing more is tried on a picture, or on a PDF. */
const PICTURE_MS = 2400;
const PDF_MS = 9000;

/** Reads one picture or PDF. Throws `Unusable`. */
export async function readPhoto(file: Uint8Array): Promise<PictureRead> {
  const reading = createReading();
  const isPdf = pictureFormat(file) === 'pdf';
  // Only processor time counts: on a busy machine a picture takes longer, and no less of it is read.
  const end = processorMs() + (isPdf ? PDF_MS : PICTURE_MS);
  const hasTime = (): boolean => processorMs() < end;
  const pages = isPdf ? await readPdf(file, reading, hasTime) : undefined;
  if (!isPdf) await readPicture(await decode(file), reading, hasTime);
  return { kind: 'picture', findings: reading.findings(), pages };
}
