import type { Point } from '../barcode.ts';
import { boxAround, type TextLine, type Word } from '../text/lines.ts';
import type { Library } from './library.ts';
import { type Corners, type Upright, uprightFor } from './upright.ts';

/** Most letters of a page that are read: a page of small print has some 10,000. */
const MOST_LETTERS = 20_000;
/** Bytes of a rectangle of four numbers. */
const RECTANGLE_BYTES = 16;
/** Nothing was recognised here: the letters are what the document says. */
const SURE = 100;
const LINE_ENDS: ReadonlySet<string> = new Set(['\r', '\n']);

/** A letter and the corners of its place, in the page's own coordinates; none for what is between words and lines. */
interface Letter {
  readonly text: string;
  readonly corners?: readonly [Point, Point];
}

/** What a page says. */
export interface PageText {
  /** Line by line, with the places of its words in points from the upper left corner of the page. */
  readonly lines: readonly TextLine[];
  /** How the page lies where its text is upright, as these places are told. */
  readonly upright: Upright;
}

/** The text of a page, which may be shown turned, or have its text turned. */
export function textOn(library: Library, page: number, corners: Corners): PageText {
  const letters = lettersOn(library, page);
  const upright = uprightFor(corners, wayOf(letters));
  return { lines: linesOf(letters, upright), upright };
}

function lettersOn(library: Library, page: number): readonly Letter[] {
  const text = library.call('FPDFText_LoadPage', page);
  if (text === 0) return [];
  const rectangle = library.call('malloc', RECTANGLE_BYTES);
  try {
    const count = Math.min(library.call('FPDFText_CountChars', text), MOST_LETTERS);
    return Array.from({ length: count }, (_, index): Letter => {
      const letter = letterOf(library.call('FPDFText_GetUnicode', text, index));
      const isPlaced =
        letter.trim() !== '' && library.call('FPDFText_GetLooseCharBox', text, index, rectangle) !== 0;
      if (!isPlaced) return { text: letter.trim() === '' ? letter : '' };
      return { text: letter, corners: cornersIn(library.bytes(rectangle, RECTANGLE_BYTES)) };
    });
  } finally {
    library.call('free', rectangle);
    library.call('FPDFText_ClosePage', text);
  }
}

/** The way from each letter of a word to the next one, all together. */
function wayOf(letters: readonly Letter[]): Point {
  const way = { x: 0, y: 0 };
  for (const [index, { corners }] of letters.entries()) {
    const before = letters[index - 1]?.corners;
    if (corners === undefined || before === undefined) continue;
    way.x += corners[0].x - before[0].x;
    way.y += corners[0].y - before[0].y;
  }
  return way;
}

function linesOf(letters: readonly Letter[], upright: Upright): readonly TextLine[] {
  const lines: Word[][] = [[]];
  let word: Word | undefined;
  const endWord = (): void => {
    const last = lines.at(-1)?.at(-1);
    // Not each row of a table ends as a line does.
    if (word !== undefined && last !== undefined && !isBehind(word, last)) lines.push([]);
    if (word !== undefined) lines.at(-1)?.push(word);
    word = undefined;
  };
  for (const { text, corners } of letters) {
    if (text.trim() === '' && text !== '') endWord();
    if (LINE_ENDS.has(text)) lines.push([]);
    if (corners === undefined) continue;
    const one = wordAt(text, corners, upright);
    word = word === undefined ? one : { ...boxAround([word, one]), text: word.text + text, confidence: SURE };
  }
  endWord();
  return lines.filter((line) => line.length > 0);
}

/** Whether a word goes on in the row of the one before. */
function isBehind(word: Word, last: Word): boolean {
  return word.x >= last.x && word.y < last.y + last.height && word.y + word.height > last.y;
}

/** A letter of the first plane, or a space for anything else. */
function letterOf(code: number): string {
  return code > 0 && code < 0x1_00_00 ? String.fromCharCode(code) : ' ';
}

/** A rectangle is left, upper, right and lower edge. */
function cornersIn(rectangle: Buffer): readonly [Point, Point] {
  const [left = 0, upper = 0, right = 0, lower = 0] = [0, 4, 8, 12].map((at) => rectangle.readFloatLE(at));
  return [
    { x: left, y: upper },
    { x: right, y: lower },
  ];
}

function wordAt(text: string, corners: readonly [Point, Point], upright: Upright): Word {
  const box = boxAround(corners.map((corner) => ({ ...upright(corner), width: 0, height: 0 })));
  return { ...box, text, confidence: SURE };
}
