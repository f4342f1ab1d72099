import type { Grey } from '../decode/grey.ts';

/** Radius in pixels of the neighbourhood whose shade is taken for the paper; letters are some 30 pixels high. */
const RADIUS = 24;
/** Side in pixels of the squares whose strongest difference is taken for that of ink and paper. */
const TILE_BITS = 5;
const TILE = 1 << TILE_BITS;
/** Below it a pixel of a page that was made ready for reading is ink. */
export const BLACK = 128;
/** Shares of that difference up to which a pixel is paper, and from which it is ink. */
const PAPER = 0.22;
const INK = 0.6;
/** Differences up to this, and up to so many times what is usual in the picture, are noise. */
const LEAST = 10;
const NOISE = 5;

/** How much something pale differs from the paper at least, and in times what is usual there. */
const PALE = { least: 8, noise: 6 };

/**
 * Makes the letters of a picture black on white: whatever differs from what is around it is ink, darker as well as lighter, and
 * weighed by the strongest difference nearby. So light letters on dark, faint ones beside black ones, and shadows are alike.
 */
export function levelled({ pixels, width, height }: Grey): Grey {
  const paper = softened(pixels, width, height);
  const differences = new Uint8Array(pixels.length);
  for (let index = 0; index < pixels.length; index += 1) {
    differences[index] = Math.abs((pixels[index] ?? 0) - (paper[index] ?? 0));
  }
  const contrast = contrastOf({ pixels: differences, width, height });
  const shades = createShades();
  for (let y = 0; y < height; y += 1) {
    const row = (y >> TILE_BITS) * contrast.width;
    for (let left = 0; left < width; left += TILE) {
      const shadeOf = shades(contrast.pixels[row + (left >> TILE_BITS)] ?? 0);
      const end = y * width + Math.min(width, left + TILE);
      for (let index = y * width + left; index < end; index += 1)
        differences[index] = shadeOf[differences[index] ?? 0] ?? 0;
    }
  }
  return { pixels: differences, width, height, isInkBlack: true };
}

/** The shades of all differences, for each strongest difference: one is looked up for every pixel of a page. */
function createShades(): (most: number) => Uint8Array {
  const known: Uint8Array[] = [];
  return (most) => {
    const shades = known[most] ?? new Uint8Array(256).map((_, difference) => shadeOf(difference / most));
    known[most] = shades;
    return shades;
  };
}

function shadeOf(part: number): number {
  return 255 - 255 * Math.min(1, Math.max(0, (part - PAPER) / (INK - PAPER)));
}

/** Makes whatever differs from the paper of a small part of a page black on white, however black the letters beside it are. */
export function withPaleInk(part: Grey): Grey {
  const pixels = smoothed(part);
  const paper = usualOf(pixels);
  const differences = pixels.map((shade) => Math.abs(shade - paper));
  const least = Math.max(PALE.least, PALE.noise * usualOf(differences));
  return { ...part, pixels: differences.map((one) => (one > least ? 0 : 255)), isInkBlack: true };
}

/** Every pixel as the average of those right around it. */
function smoothed({ pixels, width, height }: Grey): Uint8Array {
  return pixels.map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    let [sum, count] = [0, 0];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
        sum += pixels[row * width + column] ?? 0;
        count += 1;
      }
    return sum / count;
  });
}

/** The strongest difference in each square and those around it, and at least what noise has. */
function contrastOf(differences: Grey): Grey {
  const tiles = strongestIn(differences);
  const least = Math.max(LEAST, NOISE * usualOf(differences.pixels));
  const { pixels, width, height } = tiles;
  const around = new Uint8Array(pixels.length);
  for (let index = 0; index < around.length; index += 1) {
    const columns = [index % width > 0 ? -1 : 0, 0, index % width < width - 1 ? 1 : 0];
    const near = columns.flatMap((right) =>
      [-width, 0, width].map((down) => pixels[index + right + down] ?? 0),
    );
    around[index] = Math.min(255, Math.max(least, ...near));
  }
  return { pixels: around, width, height };
}

/** The strongest difference in each square. */
function strongestIn({ pixels, width, height }: Grey): Grey {
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const strongest = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    for (let left = 0; left < width; left += TILE) {
      const tile = (y >> TILE_BITS) * columns + (left >> TILE_BITS);
      const end = y * width + Math.min(width, left + TILE);
      let most = strongest[tile] ?? 0;
      for (let index = y * width + left; index < end; index += 1) most = Math.max(most, pixels[index] ?? 0);
      strongest[tile] = most;
    }
  }
  return { pixels: strongest, width: columns, height: rows };
}

/** The value that half of the pixels do not exceed. */
function usualOf(pixels: Uint8Array): number {
  // Two in turn: to count the same value again at once, the processor waits for the count before.
  const counts = [new Uint32Array(256), new Uint32Array(256)] as const;
  for (let index = 0; index < pixels.length; index += 2) {
    const [even, odd] = [pixels[index] ?? 0, pixels[index + 1]];
    counts[0][even] = (counts[0][even] ?? 0) + 1;
    if (odd !== undefined) counts[1][odd] = (counts[1][odd] ?? 0) + 1;
  }
  const countOf = (value: number): number => (counts[0][value] ?? 0) + (counts[1][value] ?? 0);
  let seen = 0;
  let value = 0;
  while (value < 255 && seen + countOf(value) < pixels.length / 2) {
    seen += countOf(value);
    value += 1;
  }
  return value;
}

/** Every pixel as the average of a square around it, of which there is less at the edges. */
function softened(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) averageRow(pixels, result, y * width, width);
  averageColumns(result, width, height);
  return result;
}

/** Every pixel of a row as the average of those around it in the row. */
function averageRow(pixels: Uint8Array, result: Uint8Array, start: number, width: number): void {
  let sum = 0;
  let count = 0;
  for (let x = 0; x < Math.min(RADIUS, width); x += 1, count += 1) sum += pixels[start + x] ?? 0;
  for (let x = 0; x < width; x += 1) {
    if (x + RADIUS < width) {
      sum += pixels[start + x + RADIUS] ?? 0;
      count += 1;
    }
    if (x - RADIUS - 1 >= 0) {
      sum -= pixels[start + x - RADIUS - 1] ?? 0;
      count -= 1;
    }
    result[start + x] = (sum / count) | 0;
  }
}

/** Every pixel, where it is, as the average of those around it in its column. */
function averageColumns(pixels: Uint8Array, width: number, height: number): void {
  const sums = new Int32Array(width);
  // What was averaged is still part of the sums of the rows below.
  const above = new Uint8Array((RADIUS + 1) * width);
  let count = 0;
  const add = (y: number): void => {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) sums[x] = (sums[x] ?? 0) + (pixels[at] ?? 0);
    count += 1;
  };
  const drop = (at: number): void => {
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) - (above[at + x] ?? 0);
    count -= 1;
  };
  for (let y = 0; y < Math.min(RADIUS, height); y += 1) add(y);
  for (let y = 0; y < height; y += 1) {
    if (y + RADIUS < height) add(y + RADIUS);
    const kept = (y % (RADIUS + 1)) * width;
    if (y - RADIUS - 1 >= 0) drop(kept);
    const row = pixels.subarray(y * width, (y + 1) * width);
    above.set(row, kept);
    for (let x = 0; x < width; x += 1) row[x] = ((sums[x] ?? 0) / count) | 0;
  }
}
