import { describe, expect, it } from 'vitest';
import { type Grey, quarterTurned, turned } from '../../src/photos/decode/grey.ts';
import { createSheets } from '../../src/photos/decode/sheets.ts';
import { levelled } from '../../src/photos/text/level.ts';
import { laidOut } from '../../src/photos/text/prose/laid.ts';
import { lettersOn } from '../../src/photos/text/prose/letters.ts';
import { inOrderOfRows } from '../../src/photos/text/prose/ways.ts';
import { tray } from '../support/files/drawn-screens.ts';
import { pageOf, textAt } from '../support/files/drawn-text.ts';
import { pixelsOf, shadesOf } from '../support/files/photos.ts';

const QUARTERS = [0, 90, 270, 180];
const ROWS = Array.from({ length: 14 }, (_, row) =>
  textAt(15, 30 + 19 * row, 'Small repairs are made by the tenant', { size: 13 }),
);
const PAGE = shadesOf(pixelsOf(pageOf(290, 300, '#fff', ROWS), { barPx: 2, margin: 1 }));
const FEW = shadesOf(
  pixelsOf(tray({ imeis: ['356938035643809'], serial: 'F2L', eid: '', iccid: '' }), { barPx: 4, margin: 1 }),
);

/** An engine that reads so surely, or the first rows less surely than others. */
function engineThat(...confidences: readonly number[]) {
  let count = 0;
  return {
    read: () => {
      const confidence = confidences[Math.min(count, confidences.length - 1)] ?? 0;
      count += 1;
      return [[{ text: 'words', x: 0, y: 0, width: 50, height: 10, confidence }]];
    },
  };
}

function orderOf(grey: Grey): readonly number[] {
  return inOrderOfRows(QUARTERS, lettersOn(levelled(grey), engineThat(90)));
}

/** The ways up in which a page is laid out, one after the other, where none of them can be read. */
function waysOf(grey: Grey, engine: ReturnType<typeof engineThat>): readonly (number | undefined)[] {
  const page = { grey, small: grey, scale: 1, leans: { level: 0, upright: 0 }, treat: levelled };
  return [...laidOut(page, QUARTERS, engine)].map((laid) => laid?.quarter);
}

describe('the ways up that a page is read', () => {
  it('begin with those that its rows run along', () => {
    expect(orderOf(PAGE)).toEqual([0, 180, 90, 270]);
    expect(orderOf(quarterTurned(PAGE, 1))).toEqual([90, 270, 0, 180]);
    expect(orderOf(quarterTurned(PAGE, 2))).toEqual([0, 180, 90, 270]);
    expect(orderOf(quarterTurned(PAGE, 3))).toEqual([90, 270, 0, 180]);
  });

  it('are the usual ones where there are few letters', () => {
    expect(orderOf(FEW)).toEqual(QUARTERS);
    expect(orderOf({ pixels: new Uint8Array(64 * 64).fill(255), width: 64, height: 64 })).toEqual(QUARTERS);
  });

  it('begin with the other one where some rows show that the page stands on its head', () => {
    expect(waysOf(PAGE, engineThat(90))).toEqual([0, 180, 90, 270]);
    expect(waysOf(PAGE, engineThat(20, 20, 20, 90))).toEqual([180, 0, 90, 270]);
  });

  it.each([
    ['once where its lines lean alike', 0, 1],
    ['once for each of two leans', 3, 2],
  ])('are made ready %s, and lie as if each were made ready by itself', (_, upright, times) => {
    let count = 0;
    const leans = { level: 0, upright };
    const treat = (one: Grey): Grey => {
      count += 1;
      return { ...one, pixels: one.pixels.map((shade) => 255 - shade) };
    };
    const page = { grey: PAGE, small: PAGE, scale: 1, leans, treat };
    const laid = [...laidOut(page, QUARTERS, engineThat(20))].filter((one) => one !== undefined);
    expect(count).toBe(times);
    const alone = laid.map(({ turn }) => turned(PAGE, turn, createSheets()));
    for (const [index, one] of laid.entries()) {
      const other = alone[index];
      expect([one.upright.width, one.upright.height]).toEqual([other?.width, other?.height]);
      const unlike = one.upright.pixels.filter(
        (shade, at) => Math.abs(255 - shade - (other?.pixels[at] ?? 0)) > 1,
      );
      expect(unlike.length).toBeLessThan(0.01 * one.upright.pixels.length);
    }
    expect(laid.length).toBe(QUARTERS.length);
  });

  it('are all tried where none of them can be read', () => {
    expect([...waysOf(PAGE, engineThat(20))].sort()).toEqual([...QUARTERS].sort());
  });
});
