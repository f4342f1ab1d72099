import type { Grey } from '../decode/grey.ts';
import { shrunk } from '../decode/shrink.ts';

/** Longest side of the picture that is measured. */
const MEASURED_SIDE = 640;
const STEP = 1;
const FARTHEST = 45;
/** Least difference of two pixels that counts as an edge. */
const EDGE = 24;
/** How far the lines may be from the lean of the whole picture. */
const LINES = { farthest: 10, step: 0.5 };
/** How much fuller the rows have to be than those that do not lean. */
const FULLER = 1.1;
/** Factors that scatter numbers over 32 bits, neighbours without relation. Source: MurmurHash3, "fmix32". */
const MIX = [0x85ebca6b, 0xc2b2ae35] as const;
/** Most edges that are measured. */
const MOST_EDGES = 12_000;

/**
 * The degrees by which what is level or upright in the picture leans, clockwise: −45 to 45. Where lines are read, edges fall into
 * few rows, which are full, with empty ones between them. Each degree is tried; the squares of neighbours' differences
 * are largest at the right one.
 */
export function skewOf(grey: Grey): number {
  return skewIn(measured(grey));
}

/** The edges of a picture that was made small enough for it. */
interface Measured {
  readonly small: Grey;
  readonly edges: Float32Array;
}

function measured(grey: Grey): Measured {
  const small = shrunk(grey, MEASURED_SIDE / Math.max(grey.width, grey.height));
  return { small, edges: edgesOf(small) };
}

function skewIn({ small, edges }: Measured): number {
  let best = { degrees: 0, sum: 0 };
  for (let degrees = -FARTHEST; degrees < FARTHEST; degrees += STEP) {
    const sum = unevenness(edges, small, degrees) + unevenness(edges, small, degrees + 90);
    if (sum > best.sum) best = { degrees, sum };
  }
  return best.degrees;
}

/** By how many degrees the lines of a picture lean, clockwise, if they are nearly level, and if they are nearly upright. */
export interface LineLeans {
  readonly level: number;
  readonly upright: number;
}

/**
 * The leans of lines near to that of the whole picture: level and upright are not square to each other where it was taken from the
 * side, and words far from a number are in another row then.
 */
export function lineLeans(grey: Grey): LineLeans {
  const { small, edges } = measured(grey);
  const degrees = skewIn({ small, edges });
  const nearest = (around: number): number => {
    let best = { degrees: around, sum: FULLER * unevenness(edges, small, around) };
    for (let off = -LINES.farthest; off <= LINES.farthest; off += LINES.step) {
      const sum = unevenness(edges, small, around + off);
      if (sum > best.sum) best = { degrees: around + off, sum };
    }
    return best.degrees;
  };
  return { level: nearest(degrees), upright: nearest(degrees + 90) - 90 };
}

/**
 * The places of edges, x and y in turn, each moved a little within its pixel: whole pixels would fall into rows of their own at
 * 45°.
 */
function edgesOf({ pixels, width, height }: Grey): Float32Array {
  const found: number[] = [];
  for (let y = 1; y < height; y += 1) {
    for (let x = 1; x < width; x += 1) {
      const at = y * width + x;
      const here = pixels[at] ?? 0;
      const across = Math.abs(here - (pixels[at - 1] ?? 0));
      const down = Math.abs(here - (pixels[at - width] ?? 0));
      if (across + down > EDGE) found.push(x, y);
    }
  }
  const share = MOST_EDGES / (found.length / 2);
  // Chosen without a pattern, which would be a direction of its own.
  const kept = share >= 1 ? found : found.filter((_, index) => scattered(index >> 1) < share);
  return Float32Array.from(kept, (place, index) => place + scattered(index) - 0.5);
}

/** A number from 0 to 1 that looks like chance, the same for the same index. */
function scattered(index: number): number {
  const mixed = Math.imul(index ^ (index >>> 15), MIX[0]);
  const again = Math.imul(mixed ^ (mixed >>> 13), MIX[1]);
  return ((again ^ (again >>> 16)) >>> 0) / 2 ** 32;
}

/** How unevenly the edges fall into rows that lean by so many degrees. */
function unevenness(edges: Float32Array, { width, height }: Grey, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = Math.ceil(Math.hypot(width, height));
  const rows = new Int32Array(2 * reach + 1);
  for (let index = 0; index < edges.length; index += 2) {
    const row = Math.round((edges[index + 1] ?? 0) * cos - (edges[index] ?? 0) * sin) + reach;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sum;
}
