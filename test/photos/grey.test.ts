import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { frameOf, mirrored, quarterTurned, within } from '../../src/photos/decode/grey.ts';
import { runs } from '../support/nightly.ts';

describe('a turned picture', () => {
  const side = fc.integer({ min: 1, max: 65_535 });
  const turn = fc.record({
    degrees: fc.integer({ min: -45, max: 45 }),
    scale: fc.double({ min: 0.01, max: 2, noNaN: true }),
  });

  it('is made smaller until its frame has no more pixels than it may have', () => {
    const most = 16e6;
    fc.assert(
      fc.property(side, side, turn, (width, height, asked) => {
        const { width: wide, height: high } = frameOf(
          { width, height },
          within({ width, height }, asked, most),
        );
        // Sides are whole pixels, rounded up.
        expect((wide - 1) * (high - 1)).toBeLessThanOrEqual(most);
      }),
      runs(1_000, 100_000, { seed: 3 }),
    );
  });

  it('has the sides of the picture where it is turned by right angles', () => {
    fc.assert(
      fc.property(side, side, fc.constantFrom(-90, 90, 180, 270), (width, height, degrees) => {
        const frame = frameOf({ width, height }, { degrees, scale: 1 });
        expect([frame.width, frame.height]).toEqual(degrees === 180 ? [width, height] : [height, width]);
      }),
      runs(1_000, 100_000, { seed: 5 }),
    );
  });

  it('stays as large as it was asked for where there is room', () => {
    const asked = { degrees: 40, scale: Math.sqrt(6 / 12) };

    expect(within({ width: 4_000, height: 3_000 }, asked, 16e6)).toEqual(asked);
  });
});

describe('a picture that is turned by right angles', () => {
  const grey = { pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2 };

  it.each([
    [0, 3, [1, 2, 3, 4, 5, 6]],
    [1, 2, [3, 6, 2, 5, 1, 4]],
    [2, 3, [6, 5, 4, 3, 2, 1]],
    [3, 2, [4, 1, 5, 2, 6, 3]],
    [4, 3, [1, 2, 3, 4, 5, 6]],
  ])('keeps its pixels, %s times against the clock', (turns, width, pixels) => {
    const turned = quarterTurned(grey, turns);
    expect([turned.width, turned.height, [...turned.pixels]]).toEqual([width, 6 / width, pixels]);
  });
});

test.each([
  ['left-right', [3, 2, 1, 6, 5, 4]],
  ['top-bottom', [4, 5, 6, 1, 2, 3]],
] as const)('a picture that is mirrored keeps its pixels: %s', (sides, pixels) => {
  const grey = { pixels: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2 };
  expect([...mirrored(grey, sides).pixels]).toEqual(pixels);
});
