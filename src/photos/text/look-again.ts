import type { Place } from '../barcode.ts';
import { cutOut, MARGIN, partOf } from '../decode/cut.ts';
import type { Grey } from '../decode/grey.ts';
import { digitsOf } from './candidates.ts';
import type { TextEngine } from './engine.ts';
import type { Again } from './judge.ts';
import { lastPhrase } from './labels.ts';
import { BLACK, levelled, withPaleInk } from './level.ts';
import { type Box, type TextLine, textOf } from './lines.ts';

/** How digits are read again, until two readings agree: at so many pixels of height, levelled or with their own shades. */
const AGAIN: readonly { readonly height: number; readonly treat: (grey: Grey) => Grey }[] = [
  { height: 30, treat: levelled },
  { height: 42, treat: levelled },
  { height: 36, treat: (grey) => grey },
  { height: 24, treat: levelled },
];
/** Height in pixels at which the label of a number is read again, which has letters below the line. */
const LABEL_HEIGHT = 30;
/** The middle of a title above a number, in heights of the number. */
const LABEL_ABOVE = 1.6;
/** Heights of a number between it and the one above it in which no word has room. */
const LEAST_BETWEEN = 0.7;
/** Heights of a row in which nothing but the end of a word has room. */
const LEAST_BESIDE = 0.6;
/** Shares of the height of a row: ink of a letter's column, and the columns of a short word. */
const LETTER = { least: 0.1, most: 0.9, wide: 0.4 };

/** A page that was read. */
export interface ReadPage {
  /** The picture that is cut from. */
  readonly grey: Grey;
  /** Where something on the page is on the picture. */
  readonly placeOf: (box: Box) => Place;
  /** The page as it was read. */
  readonly page: Grey;
  /** The same with its own shades. */
  plain(): Grey;
}

/** Looks at parts of a page once more, each by itself and larger. */
export function lookAgain(engine: TextEngine, { grey, placeOf, page, plain }: ReadPage): Again {
  const linesIn = (box: Box): readonly TextLine[] =>
    engine.read(levelled(cutOut(grey, placeOf(box), LABEL_HEIGHT)), 'line');
  const isBlank = (box: Box): boolean =>
    !isWritten(levelled(cutOut(grey, placeOf(bandOf(box)), LABEL_HEIGHT)));
  const isOnPicture = (box: Box): boolean => {
    const { topRight, bottomLeft } = placeOf(box);
    return [topRight, bottomLeft].every(({ x, y }) => x >= 0 && y >= 0 && x < grey.width && y < grey.height);
  };
  const isPartBlank = (part: Box): boolean => {
    // What is before a title at the edge begins beyond it.
    let x = Math.max(0, part.x + LEAST_BESIDE * part.height);
    const most = Math.min(part.x + part.width - LEAST_BESIDE * part.height, page.width);
    const isThere = (at: number): boolean => isOnPicture({ ...part, x: at, width: part.height });
    // A page that was turned has corners which are not of the picture.
    while (x < most && !isThere(x)) x += part.height;
    let end = x;
    while (end < most && isThere(end)) end += part.height;
    const row = rounded({ ...part, x, width: Math.min(end, most) - x });
    // With the grid of a photographed screen run together, as far as it is for reading.
    return !isWritten(partOf(page, row)) && !isWritten(withPaleInk(partOf(plain(), row)));
  };
  return {
    digits: function* (run) {
      for (const { height, treat } of AGAIN)
        yield digitsAgain(engine, treat(cutOut(grey, placeOf(run), height)));
    },
    left: (run) => textOf(lastPhrase(linesIn(leftOf(run)).flat(), LABEL_HEIGHT)),
    above: (run) => {
      const row = { ...run, y: Math.max(0, run.y - LABEL_ABOVE * run.height) };
      const lines = linesIn(row);
      const scale = row.height / LABEL_HEIGHT;
      const ends = lines.flat().map((word) => row.x + (word.x + word.width - MARGIN * LABEL_HEIGHT) * scale);
      const x = Math.max(row.x, ...ends);
      return isPartBlank({ ...row, x, width: Number.POSITIVE_INFINITY }) ? textOf(lines.flat()) : '';
    },
    isBlank: isPartBlank,
    isAlone: (run) => [leftOf(run), rightOf(run, page.width)].every(isBlank),
    isNext: (above, run) => {
      const y = above.y + above.height;
      return run.y - y < LEAST_BETWEEN * run.height || isBlank({ ...run, y, height: run.y - y });
    },
  };
}

function leftOf(run: Box): Box {
  return { ...run, x: 0, width: Math.max(run.height, run.x - run.height) };
}

function rightOf(run: Box, pageWidth: number): Box {
  const x = run.x + run.width + run.height;
  return { ...run, x, width: Math.max(run.height, pageWidth - x) };
}

/** The middle of a box, which fills the box together with what is left around a cut-out. */
function bandOf(box: Box): Box {
  return { ...box, y: box.y + box.height / 4, height: box.height / 2 };
}

/**
 * Whether letters are in a row, in whatever script: on their columns ink and paper take turns, where a border is ink from top to
 * bottom.
 */
function isWritten({ pixels, width, height }: Grey): boolean {
  let columns = 0;
  for (let x = 0; x < width; x += 1) {
    let ink = 0;
    for (let y = 0; y < height; y += 1) ink += (pixels[y * width + x] ?? 0) < BLACK ? 1 : 0;
    if (ink > LETTER.least * height && ink < LETTER.most * height) columns += 1;
  }
  return columns > LETTER.wide * height;
}

/** A box in whole pixels. */
function rounded({ x, y, width, height }: Box): Box {
  return {
    x: Math.round(x),
    y: Math.round(Math.max(0, y)),
    width: Math.max(0, Math.round(width)),
    height: Math.round(height),
  };
}

/** The digits of a cut-out; empty unless there are fifteen. */
function digitsAgain(engine: TextEngine, cut: Grey): string {
  return digitsOf(textOf(engine.read(cut, 'digits').flat()).replace(/\s*\/\s*\d{1,2}$/, '')) ?? '';
}
