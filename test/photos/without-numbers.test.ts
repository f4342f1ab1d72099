import { describe, expect, it } from 'vitest';
import type { Grey } from '../../src/photos/decode/grey.ts';
import { startTextEngine, type TextEngine } from '../../src/photos/text/engine.ts';
import { levelled } from '../../src/photos/text/level.ts';
import type { TextLine } from '../../src/photos/text/lines.ts';
import { glyphsOf } from '../../src/photos/text/prose/glyphs.ts';
import { lettersOn } from '../../src/photos/text/prose/letters.ts';
import { linked, usualHeight } from '../../src/photos/text/prose/rows.ts';
import { stretchesIn } from '../../src/photos/text/prose/stretches.ts';
import { isReadToItsEnd, withoutNumbers } from '../../src/photos/text/prose/without-numbers.ts';
import { prose } from '../support/files/drawn-prose.ts';
import { chat, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { pixelsOf, shadesOf } from '../support/files/photos.ts';

const IMEI = '356938035643809';
/** Rows of a page that is full of letters, and one's own among them. */
const ROWS = 26;
const ROW = 11;
/** The share of the page's height that is above the middle of its letters. */
const OWN_ROW = 0.457;
/** Heights of the narrowest fifteen digits. */
const FIFTEEN = 8.5;
/** Rows of a page that are read to know whether its letters can be. */
const SAMPLE = 6;
const LOOK = { dark: false, words: SCREEN_WORDS.en };
const WORDS = 'the rent in advance';

/** Drawn once each. */
const pages = new Map<string | undefined, Grey>();

function pageWith(line?: string): Grey {
  const page = pages.get(line) ?? drawnWith(line);
  pages.set(line, page);
  return page;
}

function drawnWith(line: string | undefined): Grey {
  const drawing = prose(line === undefined ? {} : { [ROW]: line }, ROWS);
  return levelled(shadesOf(pixelsOf(drawing, { barPx: 2.2, margin: 1 })));
}

/** The parts of a page that may be numbers. */
function stretchesOf(page: Grey) {
  const pieces = glyphsOf(page);
  const usual = usualHeight(pieces);
  return stretchesIn(linked(pieces, usual), usual);
}

/** The width of those in the row of one's own, in their heights; 0 if there is none. */
function widestIn(page: Grey): number {
  const middle = page.height * OWN_ROW;
  const there = stretchesOf(page).filter(({ y, height }) => y < middle && y + height > middle);
  return Math.max(0, ...there.map(({ width, height }) => width / height));
}

/** An engine that reads these words in what it is shown, the sample first, so surely. */
function engineThat(sample: string, others: string, confidences: readonly [number, number] = [90, 90]) {
  let count = 0;
  return {
    read: (): readonly TextLine[] => {
      const [text, confidence] = count < SAMPLE ? [sample, confidences[0]] : [others, confidences[1]];
      count += 1;
      return [
        text
          .split(' ')
          .map((word, at) => ({ text: word, x: 60 * at, y: 0, width: 50, height: 10, confidence })),
      ];
    },
  };
}

describe('where a number may be on a page of prose', () => {
  it('is not where words are', () => {
    expect(widestIn(pageWith('on 3 May the phone that was let with the rooms was sold'))).toBe(0);
  });

  it.each([
    ['in one piece', `the phone ${IMEI} was sold`],
    ['in groups', 'the phone 35 693803 564380 9 was sold'],
    ['with strokes', 'the phone 35-693803-564380-9 was sold'],
    ['alone in its row', IMEI],
    ['letter-spaced', `the phone ${[...IMEI].join(' ')} was sold`],
  ])('is where it is: %s', (_, line) => {
    expect(widestIn(pageWith(line))).toBeGreaterThan(FIFTEEN);
  });

  it('is where it is, though one of its digits is broken', () => {
    const page = drawnWith(IMEI);
    const digits = stretchesOf(page).find(({ width, height }) => width > FIFTEEN * height);
    const { x = 0, y = 0, width = 0, height = 0 } = digits ?? {};
    const middle = Math.round(y + height / 2);
    // A scratch through the eighth of them.
    const from = Math.round(x + (7 * width) / 15);
    for (const row of [middle - 1, middle, middle + 1])
      page.pixels.fill(255, row * page.width + from, row * page.width + from + Math.round(width / 15));
    expect(widestIn(page)).toBeGreaterThan(FIFTEEN);
  });
});

describe('a page full of letters', () => {
  const page = pageWith(IMEI);

  it('is prose where its rows can be read, and what may be numbers is none', () => {
    expect(withoutNumbers(lettersOn(page, engineThat(WORDS, 'the 03.05.2026 or SERVICE')))).toBe('prose');
  });

  it.each([
    ['most of a number', 'is 356938035643 was'],
    ['a number with a letter in it', '35 693803 S 5643'],
  ])('is read where a part is %s', (_, part) => {
    expect(withoutNumbers(lettersOn(page, engineThat(WORDS, part)))).toBeUndefined();
  });

  it('is read where a part that may be a number is not sure', () => {
    expect(withoutNumbers(lettersOn(page, engineThat(WORDS, WORDS, [90, 50])))).toBeUndefined();
  });

  it('cannot be read this way up where none of its rows can, and no part has many digits', () => {
    expect(withoutNumbers(lettersOn(page, engineThat('sbuiias', '3D1A 35', [20, 20])))).toBe('illegible');
    expect(withoutNumbers(lettersOn(page, engineThat('sbuiias', '356938O3564', [20, 20])))).toBeUndefined();
  });

  it('is bare of them where there are fewer pieces of ink than two short words have', () => {
    const pageOf = (pieces: number) => {
      const pixels = new Uint8Array(400 * 40).fill(255);
      for (let piece = 0; piece < pieces; piece += 1)
        for (let y = 10; y < 30; y += 1) pixels.fill(0, y * 400 + 30 * piece + 5, y * 400 + 30 * piece + 10);
      return withoutNumbers(lettersOn({ pixels, width: 400, height: 40 }, engineThat(WORDS, WORDS)));
    };
    expect([0, 1, 5, 6, 8, 15].map(pageOf)).toEqual([
      'bare',
      'bare',
      'bare',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is read where there are few', () => {
    const few = levelled(shadesOf(pixelsOf(chat([WORDS], LOOK), { barPx: 2.2, margin: 1 })));
    expect(withoutNumbers(lettersOn(few, engineThat(WORDS, WORDS)))).toBeUndefined();
  });
});

describe('a long number on a page of prose', () => {
  const engine = startTextEngine();

  it.each([
    ['an account', 'to the account DE44 5001 0517 5407 3249 31 of the owner', 'prose'],
    ['an order', 'the order 302-5512843-7719562 that was sent in May', 'prose'],
    ['an IMEI', `the phone ${IMEI} was sold`, undefined],
    ['an IMEI in groups', 'the phone 35 693803 564380 9 was sold', undefined],
  ])('is told from an IMEI without the page being read: %s', async (_, line, is) => {
    expect(withoutNumbers(lettersOn(pageWith(line), await engine))).toBe(is);
  });

  it.each([
    ['its check digits are right', 'DE44 5001 0517 5407 3249 31', 'prose'],
    ['they are not', 'DE45 5001 0517 5407 3249 31', undefined],
  ])('is told from an IMEI where some of an account is not sure only if %s', async (_, account, is) => {
    const { read } = await engine;
    const unsure: TextEngine = {
      read: (...asked) =>
        read(...asked).map((line) =>
          line.map((word) => (word.text === '5001' ? { ...word, confidence: 60 } : word)),
        ),
    };
    const page = pageWith(`to the account ${account} of the owner`);
    expect(withoutNumbers(lettersOn(page, unsure))).toBe(is);
  });
});

describe('a page that was read', () => {
  const page = pageWith(IMEI);
  /** Words that were read surely wherever digits may stand together, but for the row of one's own, and these. */
  const linesWith = (texts: readonly string[]): readonly TextLine[] => {
    const own = page.height * OWN_ROW;
    const there = stretchesOf(page).filter(({ y, height }) => y > own || y + height < own);
    const words = texts.map((text) => ({ text, x: 0, y: 0, width: 1, height: 1, confidence: 90 }));
    return [...there.map((box) => ({ text: 'words', ...box, confidence: 90 })), ...words].map((one) => [one]);
  };
  const MANY = Array.from({ length: 120 }, () => 'rent');

  it.each([
    ['a date', 'the 03.05.2026 or'],
    ['a telephone', 'is 0151 2345678 now'],
  ])('is not read again where what may be a number is %s', (_, part) => {
    const letters = lettersOn(page, engineThat(part, part));
    expect(isReadToItsEnd(letters, linesWith(MANY))).toBe(true);
  });

  it.each([
    ['what may be a number is most of one', 'is 356938035643 was', MANY],
    ['it says IMEI', WORDS, [...MANY, 'Your IMEI is below']],
    ['it has few words', WORDS, MANY.slice(0, 20)],
  ])('is read again where %s', (_, part, texts) => {
    expect(isReadToItsEnd(lettersOn(page, engineThat(part, part)), linesWith(texts))).toBe(false);
  });

  it('is read again where what may be a number is not sure, but for one with hardly any digits', () => {
    const unsure = (part: string) => lettersOn(page, engineThat(part, part, [20, 20]));
    expect(isReadToItsEnd(unsure('35693B0'), linesWith(MANY))).toBe(false);
    expect(isReadToItsEnd(unsure('HHHHH4711'), linesWith(MANY))).toBe(true);
  });
});
