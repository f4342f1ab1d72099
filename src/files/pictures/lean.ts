import { type GreyPicture, pipelineOf, toGrey } from './grey.ts';

/** The size at which a picture is measured. */
const MEASURED = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const;
/** Most edges that are looked at. */
const MAX_POINTS = 12_000;
/** The least difference between neighbouring shades (0 to 255) at an edge. */
const EDGE = 24;
/** Leans that are tried, and the least one that matters. */
const MAX_DEGREES = 45;
const MIN_DEGREES = 2;
/** Factor by which the rows have to be more uneven than those of the picture as it is. */
const MIN_GAIN = 1.3;
/** Steps whose multiples fall evenly: the inverses of the golden and of the plastic number. */
const STEP_X = 0.618;
const STEP_Y = 0.755;

/**
 * The degrees by which level and upright lines lean clockwise: at the right angle, edges fall into
 * few rows and columns.
 */
export async function measureLean(picture: GreyPicture): Promise<number> {
  const small = await toGrey(pipelineOf(picture).resize(MEASURED).blur(1));
  const points = edgePoints(small);
  const reach = small.width + small.height;
  let best = { degrees: 0, unevenness: MIN_GAIN * unevennessAt(0, points, reach) };
  for (let degrees = -MAX_DEGREES; degrees < MAX_DEGREES; degrees += 1) {
    const lean = { degrees, unevenness: unevennessAt(degrees, points, reach) };
    if (Math.abs(degrees) >= MIN_DEGREES && lean.unevenness > best.unevenness) best = lean;
  }
  return best.degrees;
}

type Point = readonly [x: number, y: number];

/**
 * Some of the edges, each moved to a random place within its pixel. Whole pixels would fall into
 * rows of their own at 0 and 45 degrees.
 */
function edgePoints({ data, width }: GreyPicture): readonly Point[] {
  const edges: number[] = [];
  for (let pixel = width + 1; pixel < data.length; pixel += 1) {
    const shade = data[pixel] ?? 0;
    const toLeft = Math.abs(shade - (data[pixel - 1] ?? 0));
    const toAbove = Math.abs(shade - (data[pixel - width] ?? 0));
    if (toLeft + toAbove > EDGE) edges.push(pixel);
  }
  const everyNth = Math.ceil(edges.length / MAX_POINTS);
  return edges
    .filter((_, index) => index % everyNth === 0)
    .map((pixel, index) => [
      (pixel % width) + ((index * STEP_X) % 1),
      Math.floor(pixel / width) + ((index * STEP_Y) % 1),
    ]);
}

/**
 * Measures how unevenly the edges fall into rows and columns at an angle.
 * @param reach no edge is farther from the first pixel
 */
function unevennessAt(degrees: number, points: readonly Point[], reach: number): number {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  // From -reach to reach.
  const rows = new Int32Array(2 * reach + 1);
  const columns = new Int32Array(2 * reach + 1);
  for (const [x, y] of points) {
    increment(rows, Math.round(y * cos - x * sin) + reach);
    increment(columns, Math.round(x * cos + y * sin) + reach);
  }
  return stepsIn(rows) + stepsIn(columns);
}

function increment(counts: Int32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

/** The sum of the squares of all steps from one count to the next. */
function stepsIn(counts: Int32Array): number {
  return counts.reduce((sum, count, index) => sum + (count - (counts[index - 1] ?? 0)) ** 2, 0);
}
