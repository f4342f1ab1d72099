import { type Barcode, moved } from './barcode.ts';
import { DecoderCrashed, TooLargePicture } from './decode/decoder-memory.ts';
import { inColumns } from './documents/columns.ts';
import { type OpenTable, openTable, type PageNumbers, withTitlesOf } from './documents/continued.ts';
import { type Drawn, type Page, type Pages, readPages } from './documents/pdf.ts';
import type { PictureRead } from './job.ts';
import { ENOUGH } from './passes.ts';
import { readShades } from './read-picture.ts';
import type { PictureNeeds } from './read-pixels.ts';
import { candidatesIn, digitsOf } from './text/candidates.ts';
import { codeOnPage, namesOf, withName } from './text/code-names.ts';
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
  /** undefined where the text has all there is to find. */
  readonly drawn?: Drawn;
  readonly isRead: boolean;
  readonly lines: readonly TextLine[];
}

/**
 * Everything the first pages of a PDF say: the IMEIs in their text, which are exact, and on pages without any, or with
 * pictures, the codes and the letters of the page as it is drawn. It ends before a page that needs more time or memory than there is. Throws `BrokenPicture`,
 * `LockedDocument`, `TooLargePicture`, `DecoderCrashed` if that is the first.
 */
export async function readDocument(file: Uint8Array, needs: PictureNeeds): Promise<PictureRead> {
  const found = await readSeen(file, needs);
  // What cannot be drawn may still say something.
  if (found === undefined) return readDocumentText(file);
  const { pages, all } = found;
  const codes: PictureRead['codes'][number][] = [];
  const texts: TextImei[] = [];
  let read = 0;
  for (const page of pages) {
    if (page.drawn !== undefined && read > 0 && !needs.hasTime()) break;
    const drawn = await readDrawn(page, needs, read > 0);
    if (drawn === undefined) break;
    const down = read * PAGE_HEIGHT;
    codes.push(...drawn.codes.map((code) => moved(code, ({ x, y }) => ({ x, y: y + down }))));
    texts.push(...page.texts, ...drawn.texts);
    read += 1;
  }
  return { codes, texts, pages: { read, all } };
}

/** The first pages; undefined where there is not enough memory to draw the first one. */
async function readSeen(file: Uint8Array, { hasTime }: PictureNeeds): Promise<Pages<Seen> | undefined> {
  try {
    const textsOn = textReader();
    return await readPages(file, { most: MOST_PAGES, hasTime }, (page) => seen(page, textsOn(page)));
  } catch (error) {
    if (error instanceof TooLargePicture) return undefined;
    throw error;
  }
}

/**
 * The IMEIs in the text of a document whose pages cannot all be drawn: of the first pages that say something, up to one that would
 * have to be drawn. Throws as {@link readDocument} if that is the first.
 */
export async function readDocumentText(file: Uint8Array): Promise<PictureRead> {
  const textsOn = textReader();
  const { pages, all } = await readPages(file, { most: MOST_PAGES, hasTime: () => true }, (page) => {
    const texts = textsOn(page);
    if (texts.length === 0 && !isTold(page)) throw new TooLargePicture();
    return texts;
  });
  return { codes: [], texts: pages.flat(), pages: { read: pages.length, all } };
}

/** What is on a page as it is drawn; undefined if that cannot be read and others were. */
async function readDrawn(
  { drawn, isRead, lines }: Seen,
  needs: PictureNeeds,
  isOptional: boolean,
): Promise<Pick<PictureRead, 'codes' | 'texts'> | undefined> {
  if (drawn === undefined) return { codes: [], texts: [] };
  try {
    const { codes, texts } = await readShades(drawn.grey, { ...needs, isRead });
    return { codes: namedByText(codes, drawn, lines), texts };
  } catch (error) {
    if (isOptional && (error instanceof TooLargePicture || error instanceof DecoderCrashed)) return undefined;
    throw error;
  }
}

/** The codes of a page with the names that its text gives them. */
function namedByText(
  codes: readonly Barcode[],
  { pointAt }: Drawn,
  lines: readonly TextLine[],
): readonly Barcode[] {
  const names = namesOf(
    codes.map((code) => codeOnPage(code, pointAt)),
    wordsOf(lines),
    true,
  );
  return codes.map((code) => withName(code, names));
}

/** A picture or bars on a page may have the other IMEI of a phone, or the only certain one. */
function seen(page: Page, texts: readonly TextImei[]): Seen {
  const certain = texts.filter(({ doubt }) => doubt === undefined).length;
  const isEnough = certain >= ENOUGH || (texts.length > 0 && !page.hasPictures && !page.mayHaveBars);
  return isEnough
    ? { texts, isRead: true, lines: [] }
    : { texts, drawn: page.draw(), isRead: certain > 0 || isTold(page), lines: page.lines };
}

/** Whether the letters of a page are all in its text. */
function isTold({ lines, hasPictures }: Page): boolean {
  return lines.flat().length >= ENOUGH_WORDS && !hasPictures;
}

/** Tells the IMEIs in the text of each page, one after the other: a table may go on from one to the next. */
function textReader(): (page: Page) => readonly TextImei[] {
  let open: OpenTable | undefined;
  return ({ lines }) => {
    const own = numbersOn(lines);
    const titled = open && withTitlesOf(open, own);
    const page = titled === undefined ? own : numbersOn(titled);
    open = openTable(page);
    return imeisIn(page);
  };
}

function numbersOn(lines: readonly TextLine[]): PageNumbers {
  return { lines, candidates: candidatesIn(wordsOf(lines), true) };
}

function imeisIn({ lines, candidates }: PageNumbers): readonly TextImei[] {
  const exact: Again = {
    isExact: true,
    digits: ({ text }) => [digitsOf(text.replace(/\s*\/\s*\d{1,2}$/, '')) ?? ''],
    left: () => '',
    above: () => '',
    isAlone: () => true,
    isBlank: () => true,
    isNext: () => true,
  };
  return judged(inColumns(candidates, lines), exact).map(({ imei, doubt, slot }) => ({
    imei,
    isExact: true,
    ...(doubt !== undefined && { doubt }),
    ...(slot !== undefined && { slot }),
  }));
}
