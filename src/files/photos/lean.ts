import { type Grey, pipelineOf, toGrey } from './grey.ts';

type Point = readonly [x: number, y: number];

const MEASURED = { width: 640, height: 640, fit: 'inside', withoutEnlargement: true } as const;
const MOST_POINTS = 12_000;
/** Of 255: the least difference of neighbours at an edge. */
const EDGE = 24;
const MOST_DEGREES = 45;
const LEAST_DEGREES = 2;
/** How much more uneven the rows have to be than those of the picture as it is. */
const LEAST_GAIN = 1.3;

/** The degrees by which level and upright lines lean clockwise: at the right angle, edges fall into few rows and columns. */
export async function leanOf(picture: Grey): Promise<number> {
  const small = await toGrey(pipelineOf(picture).resize(MEASURED).blur(1));
  const points = edgePoints(small);
  const reach = small.width + small.height;
  let best = { degrees: 0, unevenness: LEAST_GAIN * unevenness(points, 0, reach) };
  for (let degrees = -MOST_DEGREES; degrees < MOST_DEGREES; degrees += 1) {
    const one = { degrees, unevenness: unevenness(points, degrees, reach) };
    if (Math.abs(degrees) >= LEAST_DEGREES && one.unevenness > best.unevenness) best = one;
  }
  return best.degrees;
}

/** Some edges, each moved within its pixel: whole pixels would fall into rows of their own at 0 and 45 degrees. */
function edgePoints({ data, width }: Grey): readonly Point[] {
  const edges: number[] = [];
  for (let at = width + 1; at < data.length; at += 1) {
    const [here = 0, left = 0, above = 0] = [data[at], data[at - 1], data[at - width]];
    if (Math.abs(here - left) + Math.abs(here - above) > EDGE) edges.push(at);
  }
  const step = Math.ceil(edges.length / MOST_POINTS);
  return edges
    .filter((_, index) => index % step === 0)
    .map((at, index) => [
      (at % width) + ((index * 0.618) % 1),
      Math.floor(at / width) + ((index * 0.755) % 1),
    ]);
}

function unevenness(points: readonly Point[], degrees: number, reach: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Int32Array(4 * reach);
  const count = (row: number): void => {
    rows[row] = (rows[row] ?? 0) + 1;
  };
  for (const [x, y] of points) {
    count(Math.round(y * cos - x * sin) + reach);
    count(Math.round(x * cos + y * sin) + 3 * reach);
  }
  return rows.reduce((sum, points, at) => sum + (points - (rows[at - 1] ?? 0)) ** 2, 0);
}
