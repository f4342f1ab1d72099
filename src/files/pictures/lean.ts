import { type Grey, pipelineOf, toGrey } from './grey.ts';

/** The size at which a picture is measured. */
const MEASURED = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const;
/** Most edges that are looked at. */
const MAX_POINTS = 12_000;
/** The least difference between neighbouring shades (0 to 255) at an edge. */
const EDGE = 24;
/** Leans that are tried, and the least one that matters. */
const MAX_DEGREES = 45;
const MIN_DEGREES = 2;
/** How much more uneven the rows have to be than those of the picture as it is. */
const MIN_GAIN = 1.3;

/**
 * The degrees by which level and upright lines lean clockwise: at the right angle, edges fall into
 * few rows and columns.
 */
export async function measureLean(picture: Grey): Promise<number> {
  const small = await toGrey(pipelineOf(picture).resize(MEASURED).blur(1));
  const points = edgePoints(small);
  const reach = small.width + small.height;
  let best = { degrees: 0, unevenness: MIN_GAIN * unevenness(points, 0, reach) };
  for (let degrees = -MAX_DEGREES; degrees < MAX_DEGREES; degrees += 1) {
    const measured = { degrees, unevenness: unevenness(points, degrees, reach) };
    if (Math.abs(degrees) >= MIN_DEGREES && measured.unevenness > best.unevenness) best = measured;
  }
  return best.degrees;
}

type Point = readonly [x: number, y: number];

/**
 * Some of the edges, each moved to a random place within its pixel. Whole pixels would fall into
 * rows of their own at 0 and 45 degrees.
 */
function edgePoints({ data, width }: Grey): readonly Point[] {
  const edges: number[] = [];
  for (let pixel = width + 1; pixel < data.length; pixel += 1) {
    const here = data[pixel] ?? 0;
    if (
      Math.abs(here - (data[pixel - 1] ?? 0)) + Math.abs(here - (data[pixel - width] ?? 0)) >
      EDGE
    ) {
      edges.push(pixel);
    }
  }
  const step = Math.ceil(edges.length / MAX_POINTS);
  return edges
    .filter((_, index) => index % step === 0)
    .map((pixel, index) => [
      (pixel % width) + ((index * 0.618) % 1),
      Math.floor(pixel / width) + ((index * 0.755) % 1),
    ]);
}

/** How unevenly the edges fall into rows and columns at an angle. */
function unevenness(points: readonly Point[], degrees: number, reach: number): number {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rows = new Int32Array(4 * reach);
  const count = (row: number): void => {
    rows[row] = (rows[row] ?? 0) + 1;
  };
  for (const [x, y] of points) {
    count(Math.round(y * cos - x * sin) + reach);
    count(Math.round(x * cos + y * sin) + 3 * reach);
  }
  return rows.reduce((sum, points, row) => sum + (points - (rows[row - 1] ?? 0)) ** 2, 0);
}
