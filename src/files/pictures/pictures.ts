/**
 * Reads pictures and PDFs: finds the IMEIs in their bar codes and their text.
 *
 *     picture-format    which format a file has, by its first bytes
 *     decode-picture    makes a picture upright, grey and not too large
 *     read-picture      reads its codes, and its text if the codes are not enough
 *     grey              scales, rotates, blurs and brightens a grey picture
 *     lean              how far the lines of a picture lean
 *     letters           reads letters with Tesseract
 *     imei-collector    the numbers read so far: those of codes count more than those of letters
 *     wrapped-numbers   joins the numbers that a column of a PDF has cut
 */

import { setFlagsFromString } from 'node:v8';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Findings } from '../../imei/findings.ts';
import { processorMs } from '../work/processor-time.ts';
import { Unusable } from '../work/unusable-file.ts';
import { decodePicture } from './decode-picture.ts';
import { ImeiCollector } from './imei-collector.ts';
import { pictureFormat } from './picture-format.ts';
import { readPicture } from './read-picture.ts';

/** The content of a picture or a PDF. */
export interface PictureContent {
  readonly kind: 'picture';
  /**
   * The IMEIs of its codes (`readFrom: 'bars'`), of its text (`readFrom: 'text'`), and of the text
   * of a PDF (no `readFrom`, since that text is exact). If the text of a picture has up to two,
   * they are found; three or more have to be confirmed. `line` is the line within a code or page.
   */
  readonly findings: Findings;
  /** For a PDF: how many of its pages were read, from the first on. */
  readonly pages?: { readonly read: number; readonly all: number } | undefined;
}

/**
 * Most bands of text that are read of a picture, and of a page of a PDF that was drawn, as it is.
 * Each of the two further attempts reads at most as many bands as are left: in all 3 and 7. The
 * amount of work is limited and not its time, so that a busy machine reads the same numbers.
 */
const MAX_BANDS = { picture: 2, page: 4 };
/** Milliseconds of processor time after which no further page of a PDF is read. */
const PDF_MS = 8000;
/** Most pages of a PDF that are read. */
const MAX_PAGES = 10;
/** Largest size of a page that is drawn, and how much it is enlarged at most. */
const MAX_PIXELS = 4e6;
const MAX_SCALE = 4;

/**
 * Reads one picture or PDF.
 * @throws Unusable
 */
export async function readPictureFile(file: Uint8Array): Promise<PictureContent> {
  setUpLibraries();
  const collector = new ImeiCollector();
  const isPdf = pictureFormat(file) === 'pdf';
  const pages = isPdf ? await readPdf(file, collector) : undefined;
  if (!isPdf) await readPicture(await decodePicture(file), collector, MAX_BANDS.picture);
  return { kind: 'picture', findings: collector.findings(), pages };
}

/** Settings of the process. To set them again for each file changes nothing. */
function setUpLibraries(): void {
  // V8 compiles much-used WebAssembly again to run faster, which takes longer than the first
  // pictures of a process: https://v8.dev/blog/wasm-dynamic-tiering. The flag is one of Node.js 20;
  // after an update look whether `node --v8-options` lists it.
  setFlagsFromString('--wasm-tiering-budget=200000000');
  // No picture is read twice, and only one at a time.
  sharp.cache(false);
  sharp.concurrency(1);
}

type PdfDocument = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;
type PdfPage = ReturnType<PdfDocument['getPage']>;

/**
 * Reads the text of a PDF, and then as pictures the pages that have no text, or a picture and no
 * number in their text, such as the line of a scanner. If there is no number at all, the other
 * pages too: numbers in a form, or as outlines, are not in the text. Returns how many it has read.
 * @throws Unusable
 */
async function readPdf(
  file: Uint8Array,
  collector: ImeiCollector,
): Promise<PictureContent['pages']> {
  try {
    // Started for each document: its memory never shrinks, and a hostile document may leave it
    // broken.
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(file);
    const all = document.getPageCount();
    const end = processorMs() + PDF_MS;
    const { read, pictures, texts } = readTexts(document, collector, end);
    for (const index of pictures) {
      if (index !== pictures[0] && processorMs() >= end) return { read: index, all };
      await drawAndRead(document.getPage(index), collector);
    }
    for (const index of texts) {
      if (collector.hasNumber() || processorMs() >= end) break;
      await drawAndRead(document.getPage(index), collector);
    }
    return { read, all };
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new Unusable(isLocked ? 'locked' : 'broken', error);
  }
}

/** Reads the texts of the pages. Returns how many, and the indices of those without a number. */
function readTexts(document: PdfDocument, collector: ImeiCollector, end: number) {
  const most = Math.min(document.getPageCount(), MAX_PAGES);
  /** Pages that have no text, or a picture. */
  const pictures: number[] = [];
  const texts: number[] = [];
  let read = 0;
  while (read < most && (read === 0 || processorMs() < end)) {
    const page = document.getPage(read);
    const text = page.getText();
    const indices = isPicture(page, text) ? pictures : texts;
    if (!collector.addText(text)) indices.push(read);
    read += 1;
  }
  return { read, pictures, texts };
}

function isPicture(page: PdfPage, text: string): boolean {
  return text.trim() === '' || [...page.objects()].some(({ type }) => type === 'image');
}

async function drawAndRead(page: PdfPage, collector: ImeiCollector): Promise<void> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(MAX_SCALE, Math.sqrt(MAX_PIXELS / (originalWidth * originalHeight)));
  // PDFium closes a page that it has drawn.
  const drawn = await page.render({ scale, colorSpace: 'Gray', renderFormFields: true });
  return readPicture(drawn, collector, MAX_BANDS.page);
}
