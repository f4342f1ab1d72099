import { PDFiumLibrary } from '@hyzyla/pdfium';
import { MOST_PAGES, type PictureRead } from './contract.ts';
import { Unreadable } from './decode.ts';
import { createReading, readPicture, resultOf } from './picture.ts';

type Document = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

const MOST_PIXELS = 4e6;
const MOST_SCALE = 4;
const LOCKED = /password/i;

/** How long a PDF is read: `hasTime` of the document, and of one of its pages that is a picture. */
export interface PdfTime {
  readonly hasTime: () => boolean;
  readonly startPage: () => () => boolean;
}

/** Reads the text of a PDF, and its pages without text as pictures. Throws {@link Unreadable}. */
export async function readPdf(file: Uint8Array, { hasTime, startPage }: PdfTime): Promise<PictureRead> {
  const reading = createReading();
  // Started for each document: its memory never shrinks, and a hostile document may leave it broken.
  const document = await load(file);
  const all = document.getPageCount();
  let read = 0;
  while (read < Math.min(all, MOST_PAGES) && (read === 0 || hasTime())) {
    const page = pageOf(document, read);
    reading.numbers.addText(page.text);
    if (page.text.trim() === '') await readPicture(await page.draw(), reading, startPage());
    else reading.isLegible = true;
    read += 1;
  }
  return { ...(await resultOf(reading)), pages: { read, all } };
}

async function load(file: Uint8Array): Promise<Document> {
  try {
    const library = await PDFiumLibrary.init();
    return await library.loadDocument(file);
  } catch (error) {
    const isLocked = error instanceof Error && LOCKED.test(error.message);
    throw new Unreadable(isLocked ? 'locked' : 'broken', error);
  }
}

interface Page {
  readonly text: string;
  readonly draw: () => Promise<{
    readonly data: Uint8Array;
    readonly width: number;
    readonly height: number;
  }>;
}

/** The text of a page, which has to be asked for before it is drawn. */
function pageOf(document: Document, index: number): Page {
  const page = document.getPage(index);
  const text = page.getText();
  return {
    text,
    draw: () => {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(MOST_SCALE, Math.sqrt(MOST_PIXELS / (originalWidth * originalHeight)));
      return page.render({ scale, colorSpace: 'Gray' });
    },
  };
}
