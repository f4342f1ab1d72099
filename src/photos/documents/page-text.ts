import { boxAround, type TextLine, type Word } from '../text/lines.ts';
import type { Library } from './library.ts';

/** Most letters of a page that are read: a page of small print has some 10,000. */
const MOST_LETTERS = 20_000;
/** Bytes of a rectangle of four numbers. */
const RECTANGLE_BYTES = 16;
/** Nothing was recognised here: the letters are what the document says. */
const SURE = 100;
const LINE_ENDS: ReadonlySet<string> = new Set(['\r', '\n']);

/** The text of a page line by line, with the places of its words in points from the upper left corner. */
export function linesOn(library: Library, page: number, height: number): readonly TextLine[] {
  const text = library.call('FPDFText_LoadPage', page);
  if (text === 0) return [];
  const rectangle = library.call('malloc', RECTANGLE_BYTES);
  try {
    const letters = Math.min(library.call('FPDFText_CountChars', text), MOST_LETTERS);
    const lines: Word[][] = [[]];
    let word: Word | undefined;
    const endWord = (): void => {
      const last = lines.at(-1)?.at(-1);
      // Not each row of a table ends as a line does.
      if (word !== undefined && last !== undefined && !isBehind(word, last)) lines.push([]);
      if (word !== undefined) lines.at(-1)?.push(word);
      word = undefined;
    };
    for (let index = 0; index < letters; index += 1) {
      const letter = letterOf(library.call('FPDFText_GetUnicode', text, index));
      if (letter.trim() === '') endWord();
      if (LINE_ENDS.has(letter)) lines.push([]);
      if (letter.trim() === '' || library.call('FPDFText_GetLooseCharBox', text, index, rectangle) === 0)
        continue;
      const one = wordAt(letter, library.bytes(rectangle, RECTANGLE_BYTES), height);
      word =
        word === undefined ? one : { ...boxAround([word, one]), text: word.text + letter, confidence: SURE };
    }
    endWord();
    return lines.filter((line) => line.length > 0);
  } finally {
    library.call('free', rectangle);
    library.call('FPDFText_ClosePage', text);
  }
}

/** Whether a word goes on in the row of the one before. */
function isBehind(word: Word, last: Word): boolean {
  return word.x >= last.x && word.y < last.y + last.height && word.y + word.height > last.y;
}

/** A letter of the first plane, or a space for anything else. */
function letterOf(code: number): string {
  return code > 0 && code < 0x1_00_00 ? String.fromCharCode(code) : ' ';
}

/** Its rectangle is left, upper, right and lower edge, from the lower left corner of the page. */
function wordAt(text: string, rectangle: Buffer, height: number): Word {
  const [left, upper, right, lower] = [0, 4, 8, 12].map((at) => rectangle.readFloatLE(at));
  const [x = 0, y = 0] = [left, height - (upper ?? 0)];
  return { text, x, y, width: (right ?? 0) - x, height: (upper ?? 0) - (lower ?? 0), confidence: SURE };
}
