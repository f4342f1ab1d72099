import { PDFiumLibrary } from '@hyzyla/pdfium';
import { Unusable } from '../unusable.ts';
import { readPicture } from './picture.ts';
import type { Reading } from './reading.ts';

type Document = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

const MOST_PAGES = 10;
/** Of a page that is drawn. */
const MOST_PIXELS = 4e6;
const MOST_SCALE = 4;

/**
 * Reads the text of a PDF, and its pages without text as pictures, while `hasTime`. Returns how many it has read. Throws
 * {@link Unusable}.
 */
export async function readPdf(
  file: Uint8Array,
  reading: Reading,
  hasTime: () => boolean,
): Promise<{ readonly read: number; readonly all: number }> {
  try {
    // Started for each document: its memory never shrinks, and a hostile document may leave it broken.
    const library = await PDFiumLibrary.init();
    const document = await library.loadDocument(file);
    const all = document.getPageCount();
    let read = 0;
    while (read < Math.min(all, MOST_PAGES) && (read === 0 || hasTime())) {
      await readPage(document, read, reading, hasTime);
      read += 1;
    }
    return { read, all };
  } catch (error) {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new Unusable(isLocked ? 'locked' : 'broken', error);
  }
}

async function readPage(
  document: Document,
  index: number,
  reading: Reading,
  hasTime: () => boolean,
): Promise<void> {
  const page = document.getPage(index);
  const text = page.getText();
  reading.addText(text);
  if (text.trim() !== '') return;
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = Math.min(MOST_SCALE, Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)));
  // PDFium closes a page that it has drawn.
  return readPicture(await page.render({ scale, colorSpace: 'Gray' }), reading, hasTime);
}
