import type { Grey } from './decode/grey.ts';
import { shrunk } from './decode/shrink.ts';

/** What can be said of a picture without reading it. */
export interface Look {
  /** Why nothing can be read on it, if that is plain. */
  readonly trouble?: 'blank' | 'dark' | 'small' | 'blurred';
  /** Something on it looks like bars. */
  readonly hasBars: boolean;
}

/** Pixels of the picture that is measured. */
const MEASURED = 1e6;
/** Side of a square that is bars or is not. */
const TILE = 24;
/** Least difference of neighbouring pixels at an edge. */
const EDGE = 20;
/** Bars have edges at so many pixels of a square, and nearly all of them run the same way. */
const BARS = { edges: 0.15, alike: 0.75, squares: 3 };
/** Shades: below the first, the brightest part of a picture is too dark; within the second, nothing is on it. */
const DARK = 60;
const BLANK = 12;
/** Longest side in pixels of a picture on which 15 digits can hardly be told apart. */
const SMALL = 200;
/** Share of the contrast between neighbours at the sharpest edges below which a picture is blurred. */
const BLURRED = 0.12;

/** Measures a picture. */
export function lookAt(grey: Grey): Look {
  const small = shrunk(grey, Math.sqrt(MEASURED / (grey.width * grey.height)));
  const shades = new Uint32Array(256);
  for (const shade of small.pixels) shades[shade] = (shades[shade] ?? 0) + 1;
  const [darkest, brightest] = [shareOf(shades, 0.001), shareOf(shades, 0.999)];
  const contrast = brightest - darkest;
  const hasBars = barSquares(small) >= BARS.squares;
  if (contrast < BLANK) return { trouble: brightest < DARK ? 'dark' : 'blank', hasBars: false };
  if (brightest < DARK) return { trouble: 'dark', hasBars };
  if (Math.max(grey.width, grey.height) < SMALL) return { trouble: 'small', hasBars };
  return sharpness(grey) < BLURRED * contrast ? { trouble: 'blurred', hasBars } : { hasBars };
}

/** The shade below which this share of the pixels is. */
function shareOf(shades: Uint32Array, share: number): number {
  const all = shades.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  let shade = 0;
  while (shade < 255 && seen + (shades[shade] ?? 0) <= share * all) {
    seen += shades[shade] ?? 0;
    shade += 1;
  }
  return shade;
}

/** The difference of neighbours at the sharpest edges: one pixel of a thousand has more. */
function sharpness({ pixels, width }: Grey): number {
  const differences = new Uint32Array(256);
  for (let index = 1; index < pixels.length; index += 1) {
    if (index % width === 0) continue;
    const difference = Math.abs((pixels[index] ?? 0) - (pixels[index - 1] ?? 0));
    differences[difference] = (differences[difference] ?? 0) + 1;
  }
  return shareOf(differences, 0.999);
}

/** How many squares of the picture look like bars. */
function barSquares(grey: Grey): number {
  let squares = 0;
  for (let top = 1; top + TILE <= grey.height; top += TILE) {
    for (let left = 1; left + TILE <= grey.width; left += TILE) {
      if (isBars(grey, left, top)) squares += 1;
    }
  }
  return squares;
}

/** Whether a square has many edges of one direction, by its structure tensor. */
function isBars({ pixels, width }: Grey, left: number, top: number): boolean {
  let [edges, acrossTwice, downTwice, both] = [0, 0, 0, 0];
  for (let y = top; y < top + TILE; y += 1) {
    for (let x = left; x < left + TILE; x += 1) {
      const at = y * width + x;
      const here = pixels[at] ?? 0;
      const across = here - (pixels[at - 1] ?? 0);
      const down = here - (pixels[at - width] ?? 0);
      if (Math.abs(across) + Math.abs(down) > EDGE) edges += 1;
      acrossTwice += across * across;
      downTwice += down * down;
      both += across * down;
    }
  }
  if (edges < BARS.edges * TILE * TILE) return false;
  const alike = Math.hypot(acrossTwice - downTwice, 2 * both) / (acrossTwice + downTwice);
  return alike > BARS.alike;
}
