import type { Point } from '../barcode.ts';
import { BrokenPicture, LockedDocument } from '../decode/broken.ts';
import { holdBounds, withinBounds } from '../decode/decoder-memory.ts';
import type { Grey } from '../decode/grey.ts';
import type { TextLine } from '../text/lines.ts';
import { type Library, startLibrary } from './library.ts';
import { textOn } from './page-text.ts';
import { type Corners, cornersOf, pointOn, type Upright } from './upright.ts';

/** One page of a document. */
export interface Page {
  /** The text that it has as text, with places in points; empty for a picture of a page. */
  readonly lines: readonly TextLine[];
  /** There are pictures on it. */
  readonly hasPictures: boolean;
  /** There are so many lines or areas on it that they may be bars. */
  readonly mayHaveBars: boolean;
  /** Draws the page. Throws `TooLargePicture` or {@link BrokenPicture}. */
  draw(): Drawn;
}

/** A page as a picture. */
export interface Drawn {
  readonly grey: Grey;
  /** Where on the page a pixel is, as its text has places. */
  readonly pointAt: (pixel: Point) => Point;
}

/** The last error where a password is missing. Source: PDFium, fpdfview.h. */
const PASSWORD_ERROR = 4;
/** Kinds of what is on a page. Source: PDFium, fpdf_edit.h. */
const [PATH, IMAGE, FORM] = [2, 3, 5];
/** Objects of a page that are looked at. */
const MOST_OBJECTS = 1_000;
/** Corners of the lines and areas that are the bars of 14 digits, whether these are drawn as lines or as areas. */
const LEAST_CORNERS = 60;
/** Pixels of a drawn page, and of a point: 200 dots an inch for A4, and more for a small label. */
const MOST_PIXELS = 4e6;
const MOST_SCALE = 4;
const MOST_SIDE = 8_000;
/** One byte a pixel; drawn with its notes, in shades of grey. */
const GREY_FORMAT = 1;
const FLAGS = 0x01 | 0x08;
const WHITE = 0xff_ff_ff_ff;

/** How much of a document is read. */
export interface Extent {
  /** Pages at most. */
  readonly most: number;
  /** Asked before each page after the first. */
  hasTime(): boolean;
}

/** What was found on the first pages of a document. */
export interface Pages<Result> {
  readonly pages: readonly Result[];
  /** How many it has. */
  readonly all: number;
}

/**
 * Reads the first pages of a PDF with `look`, one after the other, until one cannot be read; returns what `look` returned and how
 * many pages there are. Throws {@link BrokenPicture}, {@link LockedDocument} or `TooLargePicture` if there is not one.
 */
export async function readPages<Result>(
  file: Uint8Array,
  { most, hasTime }: Extent,
  look: (page: Page) => Result,
): Promise<Pages<Result>> {
  const library = await startLibrary();
  const read: Result[] = [];
  let all = 0;
  try {
    withinBounds(() => {
      const document = openDocument(library, file);
      all = library.call('FPDF_GetPageCount', document);
      while (read.length < Math.min(all, most) && (read.length === 0 || hasTime()))
        read.push(withPage(library, document, read.length, look));
    });
  } catch (error) {
    if (read.length === 0) throw error;
  }
  return { pages: read, all };
}

function openDocument(library: Library, file: Uint8Array): number {
  const copy = library.call('malloc', file.length);
  if (copy === 0) throw new BrokenPicture('no memory for the document');
  library.bytes(copy, file.length).set(file);
  const document = library.call('FPDF_LoadMemDocument', copy, file.length, 0);
  if (document !== 0) return document;
  const isLocked = library.call('FPDF_GetLastError') === PASSWORD_ERROR;
  throw isLocked ? new LockedDocument() : new BrokenPicture('the document cannot be opened');
}

function withPage<Result>(
  library: Library,
  document: number,
  index: number,
  look: (page: Page) => Result,
): Result {
  const page = library.call('FPDF_LoadPage', document, index);
  if (page === 0) throw new BrokenPicture('a page cannot be loaded');
  const [width, height] = ['FPDF_GetPageWidthF', 'FPDF_GetPageHeightF'].map((name) =>
    library.call(name, page),
  );
  if (!isSize(width) || !isSize(height)) throw new BrokenPicture('a page has no size');
  try {
    const corners = cornersOf(library, page);
    const { lines, upright } = textOn(library, page, corners);
    const seen = look({
      lines,
      ...drawingsOn(library, page),
      draw: () => {
        const grey = drawn(library, page, width, height);
        return { grey, pointAt: pointIn(grey, corners, upright) };
      },
    });
    holdBounds();
    return seen;
  } finally {
    library.call('FPDF_ClosePage', page);
  }
}

/** What is drawn on a page beside its text. What is put together elsewhere, a form, may be anything. */
function drawingsOn(library: Library, page: number): Pick<Page, 'hasPictures' | 'mayHaveBars'> {
  const count = Math.min(library.call('FPDFPage_CountObjects', page), MOST_OBJECTS);
  const objects = Array.from({ length: count }, (_, at) => library.call('FPDFPage_GetObject', page, at));
  const kinds = objects.map((object) => library.call('FPDFPageObj_GetType', object));
  const corners = objects.map((object, at) =>
    kinds[at] === PATH ? library.call('FPDFPath_CountSegments', object) : 0,
  );
  return {
    hasPictures: kinds.includes(IMAGE),
    mayHaveBars: kinds.includes(FORM) || corners.reduce((sum, more) => sum + more, 0) >= LEAST_CORNERS,
  };
}

/** Points; a page may be 200 inches long, and PDFium does not mind more. */
function isSize(points: number | undefined): points is number {
  return points !== undefined && points >= 1 && points <= 14_400;
}

function drawn(library: Library, page: number, pageWidth: number, pageHeight: number): Grey {
  const longest = Math.max(pageWidth, pageHeight);
  const scale = Math.min(MOST_SCALE, MOST_SIDE / longest, Math.sqrt(MOST_PIXELS / (pageWidth * pageHeight)));
  const [width, height] = [Math.ceil(pageWidth * scale), Math.ceil(pageHeight * scale)];
  const bitmap = library.call('FPDFBitmap_CreateEx', width, height, GREY_FORMAT, 0, 0);
  if (bitmap === 0) throw new BrokenPicture('no memory for a page');
  library.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, WHITE);
  library.call('FPDF_RenderPageBitmap', bitmap, page, 0, 0, width, height, 0, FLAGS);
  const stride = library.call('FPDFBitmap_GetStride', bitmap);
  const from = library.call('FPDFBitmap_GetBuffer', bitmap);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) pixels.set(library.bytes(from + y * stride, width), y * width);
  library.call('FPDFBitmap_Destroy', bitmap);
  return { pixels, width, height };
}

function pointIn({ width, height }: Grey, corners: Corners, upright: Upright): Drawn['pointAt'] {
  return ({ x, y }) => upright(pointOn(corners, { x: x / width, y: y / height }));
}
