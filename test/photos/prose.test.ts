import { describe, expect, it } from 'vitest';
import type { Grey } from '../../src/photos/decode/grey.ts';
import type { TextLine } from '../../src/photos/text/lines.ts';
import { readText } from '../../src/photos/text/read-text.ts';

/** Some strokes in the corner of a picture of this size, where the engine is said to read these words. */
function strokes(width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 16; y < 32; y += 1)
    for (let x = 0; x < 256; x += 24) pixels.fill(0, y * width + x, y * width + x + 3);
  return { pixels, width, height };
}
/** So large that with fewer pixels it looks otherwise, and so small that it does not. */
const LARGE = strokes(1_250, 800);
const SMALL = strokes(256, 64);
const SENTENCE = 'The minister said last week that the new law was late';
/** Words of a page of a newspaper, in lines of eleven. */
const PAGE = Array.from({ length: 12 }, () => SENTENCE);

/** Letters that were not read surely. */
const BLURRED = '~'.repeat(80);

/** How often a page is read as a whole that is said to have these lines. */
function readings(lines: readonly string[], sure = 90, picture = SMALL): number {
  let count = 0;
  const read = lines.map(
    (line, row): TextLine =>
      line.split(' ').map((text, at) => ({
        ...{ text, x: 60 * at, y: 20 * row, width: 50, height: 10 },
        confidence: text === BLURRED ? 30 : sure,
      })),
  );
  const engine = {
    read: (_: unknown, asked: string) => {
      if (asked === 'page') count += 1;
      return asked === 'page' ? read : [];
    },
  };
  readText(picture, {
    ...{ engine, codes: [], isPair: false, hasTime: () => true },
    inColumns: (candidates) => candidates,
  });
  return count;
}

describe('a page full of text', () => {
  it('is read once where all of it is sure, and nothing looks like an IMEI', () => {
    expect(readings(PAGE)).toBe(1);
  });

  it.each([
    ['it says IMEI', [...PAGE, 'Your IMEI is below']],
    ['a misread word may say IMEI', [...PAGE, 'Your lMEl is below']],
    ['it has digits', [...PAGE, 'Call 35693B0']],
    ['it has digits in groups', [...PAGE, 'Call 35 693 BO']],
    ['a part of it is not sure', [...PAGE, BLURRED]],
    ['there is little of it', PAGE.slice(0, 5)],
  ])('is read again where %s', (_, lines) => {
    expect(readings(lines)).toBe(2);
  });

  it('is read again where it is not sure', () => {
    expect(readings(PAGE, 70)).toBeGreaterThan(1);
  });

  it('is read with fewer pixels as well where it has more', () => {
    expect(readings(PAGE.slice(0, 5), 90, LARGE)).toBe(3);
  });
});
