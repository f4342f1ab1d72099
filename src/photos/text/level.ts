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
  for (let y = 0; y < height; y += 1) {
    const row = (y >> TILE_BITS) * contrast.width;
    for (let x = 0; x < width; x += 1) {
      const most = contrast.pixels[row + (x >> TILE_BITS)] ?? 0;
      const index = y * width + x;
      const share = ((differences[index] ?? 0) / most - PAPER) / (INK - PAPER);
      differences[index] = 255 - 255 * Math.min(1, Math.max(0, share));
    }
  }
  return { pixels: differences, width, height, isInkBlack: true };
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
    const row = (y >> TILE_BITS) * columns;
    for (let x = 0; x < width; x += 1) {
      const tile = row + (x >> TILE_BITS);
      strongest[tile] = Math.max(strongest[tile] ?? 0, pixels[y * width + x] ?? 0);
    }
  }
  return { pixels: strongest, width: columns, height: rows };
}

/** The difference that half of the pixels do not exceed. */
function usualOf(pixels: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1;
  let seen = 0;
  let value = 0;
  while (value < 255 && seen + (counts[value] ?? 0) < pixels.length / 2) {
    seen += counts[value] ?? 0;
    value += 1;
  }
  return value;
}

/** Every pixel as the average of a square around it. */
function softened(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const lying = averaged(pixels, width, height);
  return averaged(lying, height, width);
}

/** Every pixel as the average of those around it in its row; the result lies on its side. */
function averaged(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    let count = 0;
    for (let x = 0; x < Math.min(RADIUS, width); x += 1, count += 1) sum += pixels[row + x] ?? 0;
    for (let x = 0; x < width; x += 1) {
      if (x + RADIUS < width) {
        sum += pixels[row + x + RADIUS] ?? 0;
        count += 1;
      }
      if (x - RADIUS - 1 >= 0) {
        sum -= pixels[row + x - RADIUS - 1] ?? 0;
        count -= 1;
      }
      result[x * height + y] = sum / count;
    }
  }
  return result;
}
