import { PDFiumLibrary } from '@hyzyla/pdfium';
import { MOST_PAGES, type PictureRead } from './contract.ts';
import { Unreadable } from './decode.ts';
import { createReading, type Reading, readPicture, resultOf } from './picture.ts';

type Document = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

/** Of a page that is drawn. */
const MOST_PIXELS = 4e6;
const MOST_SCALE = 4;
const LOCKED = /password/i;

/**
 * Reads the text of a PDF, and its pages without text as pictures. Throws {@link Unreadable}.
 * @param startPage starts the time of a page, and returns whether there is some left
 */
export async function readPdf(
  file: Uint8Array,
  hasTime: () => boolean,
  startPage: () => () => boolean,
): Promise<PictureRead> {
  const reading = createReading();
  const document = await load(file);
  const all = document.getPageCount();
  let read = 0;
  while (read < Math.min(all, MOST_PAGES) && (read === 0 || hasTime())) {
    await readPage(document, read, reading, startPage());
    read += 1;
  }
  return { ...(await resultOf(reading)), pages: { read, all } };
}

/** Starts PDFium for each document: its memory never shrinks, and a hostile document may leave it broken. */
async function load(file: Uint8Array): Promise<Document> {
  try {
    const library = await PDFiumLibrary.init();
    return await library.loadDocument(file);
  } catch (error) {
    const isLocked = error instanceof Error && LOCKED.test(error.message);
    throw new Unreadable(isLocked ? 'locked' : 'broken', error);
  }
}

async function readPage(
  document: Document,
  index: number,
  reading: Reading,
  hasTime: () => boolean,
): Promise<void> {
  try {
    const page = document.getPage(index);
    const text = page.getText();
    reading.numbers.addText(text);
    if (text.trim() !== '') {
      reading.hasWords = true;
      return;
    }
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(MOST_SCALE, Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)));
    // PDFium closes a page that it has drawn.
    await readPicture(await page.render({ scale, colorSpace: 'Gray' }), reading, hasTime);
  } catch (error) {
    throw new Unreadable('broken', error);
  }
}
