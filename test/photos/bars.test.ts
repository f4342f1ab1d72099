import { describe, expect, it } from 'vitest';
import type { Barcode } from '../../src/photos/barcode.ts';
import { digitsInModules } from '../../src/photos/bars/code128.ts';
import { barsOnGrid, isContested } from '../../src/photos/bars/module-grid.ts';
import type { Grey } from '../../src/photos/decode/grey.ts';
import { readLabel } from '../../src/photos/label/label.ts';
import { byNearest, modulesOf } from '../support/files/drawn-apple.ts';

const IMEI = '356938035643809';
const IMEI2 = '356938035643817';
const MARGIN = 30;
const HEIGHT = 80;

/** Bars on white, as a phone draws them, and then as large as somebody sends them. */
function picture(row: readonly boolean[], scale = 1): Grey {
  const drawn = [...Array(MARGIN).fill(false), ...row, ...Array(MARGIN).fill(false)];
  const shadeOf = (at: number): number =>
    drawn[Math.min(drawn.length - 1, Math.max(0, at))] === true ? 0 : 255;
  const width = Math.round(drawn.length * scale);
  const pixels = new Uint8Array(width * HEIGHT).fill(255);
  for (let index = width * 20; index < width * 60; index += 1) {
    const place = ((index % width) + 0.5) / scale - 0.5;
    const [from, share] = [Math.floor(place), place - Math.floor(place)];
    pixels[index] = shadeOf(from) * (1 - share) + shadeOf(from + 1) * share;
  }
  return { pixels, width, height: HEIGHT };
}

async function barsOf(digits: string, module?: number): Promise<readonly boolean[]> {
  return byNearest(await modulesOf(digits), module);
}

describe('bars that a phone has drawn by the nearest pixel', () => {
  it.each([
    ['one and a half pixels wide', 1.5, 1],
    ['one and a half pixels wide, and the picture enlarged', 1.5, 1.3],
    ['three pixels wide, and the picture made smaller', 3, 0.7],
    ['two pixels and a third wide', 7 / 3, 1],
  ])('are read: %s', async (_, module, scale) => {
    const found = barsOnGrid(picture(await barsOf(IMEI, module), scale));

    expect(found).toMatchObject([{ text: IMEI, symbology: 'Code128' }]);
  });

  it.each([
    ['14 digits', IMEI.slice(0, 14)],
    ['16 digits', `${IMEI.slice(0, 14)}04`],
  ])('are read with %s', async (_, digits) => {
    expect(barsOnGrid(picture(await barsOf(digits)))).toMatchObject([{ text: digits }]);
  });

  it('are told where they are', async () => {
    const row = await barsOf(IMEI, 2);

    const [found] = barsOnGrid(picture(row));

    expect(found).toMatchObject({ topLeft: { x: MARGIN }, topRight: { x: MARGIN + row.length } });
    expect(found?.bottomLeft.y).toBeGreaterThan(50);
  });

  it('are none where a module is wrong, other digits, or nothing', async () => {
    const modules = (await modulesOf(IMEI)).map((isDark) => (isDark ? '1' : '0')).join('');

    expect(digitsInModules(modules)).toBe(IMEI);
    expect(digitsInModules(modules.replace('110', '101'))).toBeUndefined();
    expect(barsOnGrid(picture(await barsOf('8806090310')))).toEqual([]);
    expect(barsOnGrid(picture([]))).toEqual([]);
  });
});

describe('a code that a second reader reads otherwise', () => {
  const code = (text: string, width: number): Barcode => ({
    text,
    symbology: 'Code128',
    topLeft: { x: MARGIN, y: 22 },
    topRight: { x: MARGIN + width, y: 22 },
    bottomLeft: { x: MARGIN, y: 58 },
  });

  it('is contested, and asked about instead of checked', async () => {
    const row = await barsOf(IMEI, 2);
    const misread = code(IMEI2, row.length);

    expect(isContested(picture(row), misread)).toBe(true);
    expect(readLabel([{ ...misread, isContested: true }])).toMatchObject({
      imeis: [],
      problems: [{ problem: { kind: 'doubtful', reading: { imei: IMEI2 } } }],
    });
  });

  it('is not contested where both agree, or where the second reads nothing', async () => {
    const row = await barsOf(IMEI, 2);
    const blank = picture(row.map(() => false));

    expect(isContested(picture(row), code(IMEI, row.length))).toBe(false);
    expect(isContested(blank, code(IMEI, row.length))).toBe(false);
  });
});
