import { beforeAll, describe, expect, it } from 'vitest';
import type { Grey } from '../../src/photos/decode/grey.ts';
import { decodeHeic } from '../../src/photos/decode/heic.ts';
import type { Shades } from '../support/files/drawn-heic.ts';
import { type Change, tiledPicture } from '../support/files/heic-items.ts';

/** A quarter of each of these, so that no way to lay it looks like another. */
const SHADES = [0, 60, 120, 180] as const;
const SIDE = 400;
const DRAWING: Shades = {
  pixels: Uint8Array.from({ length: SIDE * SIDE }, (_, index) => {
    const [right, below] = [index % SIDE >= SIDE / 2 ? 1 : 0, Math.floor(index / SIDE) >= SIDE / 2 ? 2 : 0];
    return SHADES[right + below] ?? 0;
  }),
  width: SIDE,
  height: SIDE,
};
/** What the decoder shows in one piece, and what is too large for that. */
const WHOLE = { width: 1_024, height: 512 };
const IN_TILES = { width: 4_608, height: 2_880 };

/** Whether it stands or lies, and the shades round its middle: upper left, upper right, lower left, lower right. */
function layOf({ pixels, width, height }: Grey): unknown {
  const at = (x: number, y: number) =>
    pixels[(Math.floor(height / 2) + y) * width + Math.floor(width / 2) + x];
  const far = SIDE / 4;
  return { stands: height > width, shades: [at(-far, -far), at(far, -far), at(-far, far), at(far, far)] };
}

const TURNED: Change = ['irot', 1];
const TOP_BOTTOM: Change = ['imir', 0];
const LEFT_RIGHT: Change = ['imir', 1];
const CUT: Change = ['clap', { width: 220, height: 220, right: 110, down: 60 }];

describe('a HEIC of more than 13 megapixels', () => {
  let unchanged: unknown;
  beforeAll(async () => {
    unchanged = layOf(await decodeHeic(tiledPicture(DRAWING, WHOLE)));
  });

  // Each change is among the first, which are what `npm test` looks at.
  const all: readonly (readonly Change[])[] = [
    [LEFT_RIGHT],
    [TURNED, TOP_BOTTOM],
    [TURNED, CUT],
    [TOP_BOTTOM, TURNED],
    [CUT],
    [CUT, TURNED],
  ];
  it.each(all.map((changes) => ({ changes })))(
    'is cut, turned and mirrored as its decoder does with a smaller one: $changes',
    async ({ changes }) => {
      const whole = layOf(await decodeHeic(tiledPicture(DRAWING, WHOLE, changes)));
      expect(whole).not.toEqual(unchanged);

      expect(layOf(await decodeHeic(tiledPicture(DRAWING, IN_TILES, changes)))).toEqual(whole);
    },
  );
});
