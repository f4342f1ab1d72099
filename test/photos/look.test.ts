import { describe, expect, it } from 'vitest';
import type { Grey } from '../../src/photos/decode/grey.ts';
import { lookAt } from '../../src/photos/look.ts';
import { skewOf } from '../../src/photos/text/skew.ts';

/** A picture of which each pixel is drawn. */
function drawn(width: number, height: number, shade: (x: number, y: number) => number): Grey {
  const pixels = new Uint8Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = shade(index % width, Math.floor(index / width));
  }
  return { pixels, width, height };
}

const bars = (x: number): number => (x % 7 < 3 ? 20 : 235);

describe('a look at a picture', () => {
  it.each([
    ['blank', drawn(600, 400, () => 250)],
    ['dark', drawn(600, 400, (x) => bars(x) / 8)],
    ['dark', drawn(600, 400, () => 9)],
    ['small', drawn(120, 80, bars)],
    ['blurred', drawn(600, 400, (x) => 128 + 100 * Math.sin(x / 30))],
  ])('says that it is too %s to be read', (trouble, picture) => {
    expect(lookAt(picture)).toMatchObject({ trouble });
  });

  it('finds bars, however they lean', () => {
    expect(lookAt(drawn(600, 400, bars))).toEqual({ hasBars: true });
    const leaning = drawn(600, 400, (x, y) => 128 + 100 * Math.sin(x * 0.8 + y * 0.3));
    expect(lookAt(leaning)).toEqual({ hasBars: true });
  });

  it('takes a mesh of lines for no bars', () => {
    const mesh = drawn(600, 400, (x, y) => (x % 8 < 2 || y % 8 < 2 ? 20 : 235));

    expect(lookAt(mesh).hasBars).toBe(false);
  });

  it.each([-40, -15, -3, 0, 7, 20, 44])('tells that lines lean by %i°', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const lines = drawn(500, 400, (x, y) => {
      const down = y * Math.cos(angle) - x * Math.sin(angle);
      return ((down % 24) + 24) % 24 < 9 && (x * 7 + y * 3) % 5 < 3 ? 20 : 235;
    });

    expect(Math.abs(skewOf(lines) - degrees)).toBeLessThanOrEqual(1);
  });
});
