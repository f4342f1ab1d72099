import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, within } from '../../src/photos/decode/grey.ts';
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

  it('stays as large as it was asked for where there is room', () => {
    const asked = { degrees: 40, scale: Math.sqrt(6 / 12) };

    expect(within({ width: 4_000, height: 3_000 }, asked, 16e6)).toEqual(asked);
  });
});
