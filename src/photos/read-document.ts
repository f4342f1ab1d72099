import { moved } from './barcode.ts';
import type { Grey } from './decode/grey.ts';
import { type Page, readPages } from './documents/pdf.ts';
import type { PictureRead } from './job.ts';
import { readShades } from './read-picture.ts';
import type { PictureNeeds } from './read-pixels.ts';
import { candidatesIn, digitsOf } from './text/candidates.ts';
import { type Again, judged } from './text/judge.ts';
import type { TextLine } from './text/lines.ts';
import { wordsOf } from './text/runs.ts';
import type { TextImei } from './text-imei.ts';

/** Pages that are read; a longer document is hardly about one phone. */
const MOST_PAGES = 10;
/** So many words make the letters of a page its text, and not a number at its foot. */
const ENOUGH_WORDS = 5;
/** Pages lie below each other, so that what is on two of them is not taken for neighbours. */
const PAGE_HEIGHT = 100_000;

/** What is known of a page when the document is closed: its IMEIs, or how it looks. */
interface Seen {
  readonly texts: readonly TextImei[];
  /** undefined where the text has IMEIs, so that nothing has to be recognised. */
  readonly grey?: Grey;
  readonly isRead: boolean;
}

/**
 * Everything the first pages of a PDF say: the IMEIs in their text, which are exact, and on pages without any the codes and the
 * letters of the page as it is drawn. Throws `BrokenPicture`, `LockedDocument`, `TooLargePicture`, `DecoderCrashed`.
 */
export async function readDocument(file: Uint8Array, needs: PictureNeeds): Promise<PictureRead> {
  const { pages, all } = await readPages(file, MOST_PAGES, seen);
  const codes: PictureRead['codes'][number][] = [];
  const texts: TextImei[] = [];
  let read = 0;
  for (const { grey, isRead, texts: known } of pages) {
    if (grey !== undefined && read > 0 && !needs.hasTime()) break;
    const drawn = grey && (await readShades(grey, { ...needs, isRead }));
    const down = read * PAGE_HEIGHT;
    codes.push(...(drawn?.codes ?? []).map((code) => moved(code, ({ x, y }) => ({ x, y: y + down }))));
    texts.push(...known, ...(drawn?.texts ?? []));
    read += 1;
  }
  return { codes, texts, pages: { read, all } };
}

function seen({ lines, hasPictures, draw }: Page): Seen {
  const texts = imeisIn(lines);
  if (texts.length > 0) return { texts, isRead: true };
  return { texts, grey: draw(), isRead: lines.flat().length >= ENOUGH_WORDS && !hasPictures };
}

function imeisIn(lines: readonly TextLine[]): readonly TextImei[] {
  const exact: Again = {
    isExact: true,
    digits: ({ text }) => [digitsOf(text.replace(/\s*\/\s*\d{1,2}$/, '')) ?? ''],
    labels: () => [],
  };
  return judged(candidatesIn(wordsOf(lines), true), exact).map(({ imei, isCertain, slot }) => ({
    imei,
    isCertain,
    ...(slot !== undefined && { slot }),
  }));
}
