import type { Point } from '../barcode.ts';
import type { Library } from './library.ts';

/**
 * The corners of a page as it is shown, clockwise from the upper left one, in the page's own coordinates: points, upwards from its
 * lower left corner. A page may be shown turned, or only a part of it.
 */
export type Corners = readonly [Point, Point, Point, Point];

/** Says where a place of a page, in its own coordinates, is in points from the upper left corner of the page. */
export type Upright = (point: Point) => Point;

/** Two numbers of double precision. */
const POINT_BYTES = 16;
/** A device on which the page is as large, whatever its size. */
const DEVICE = 1_000;

/** The corners of a page. */
export function cornersOf(library: Library, page: number): Corners {
  const place = library.call('malloc', POINT_BYTES);
  const at = (x: number, y: number): Point => {
    const to = [place, place + POINT_BYTES / 2] as const;
    library.call('FPDF_DeviceToPage', page, 0, 0, DEVICE, DEVICE, 0, x, y, ...to);
    const bytes = library.bytes(place, POINT_BYTES);
    return { x: bytes.readDoubleLE(0), y: bytes.readDoubleLE(POINT_BYTES / 2) };
  };
  const corners: Corners = [at(0, 0), at(DEVICE, 0), at(DEVICE, DEVICE), at(0, DEVICE)];
  library.call('free', place);
  return corners;
}

/**
 * The page turned by the quarter with which its text runs to the right.
 * @param along the way that the letters of its words take, all together, in the page's own coordinates
 */
export function uprightFor([first, second, third, fourth]: Corners, along: Point): Upright {
  const shown = turnedTo(first, second, fourth);
  const others = [
    turnedTo(second, third, first),
    turnedTo(third, fourth, second),
    turnedTo(fourth, first, third),
  ];
  const rightwards = (turn: Upright): number => turn(along).x - turn({ x: 0, y: 0 }).x;
  return others.reduce((best, turn) => (rightwards(turn) > rightwards(best) + 1 ? turn : best), shown);
}

/** With these corners at its upper left, its upper right and its lower left. */
function turnedTo(corner: Point, right: Point, down: Point): Upright {
  const [across, along] = [between(corner, right), between(corner, down)];
  return (point) => {
    const from = between(corner, point);
    return { x: partOf(from, across), y: partOf(from, along) };
  };
}

/** Where a share of the width and one of the height of a shown page lie in its own coordinates. */
export function pointOn([corner, right, , down]: Corners, { x, y }: Point): Point {
  const [across, along] = [between(corner, right), between(corner, down)];
  return { x: corner.x + x * across.x + y * along.x, y: corner.y + x * across.y + y * along.y };
}

function between(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}

/** How far something goes along a side. */
function partOf(way: Point, side: Point): number {
  return (way.x * side.x + way.y * side.y) / Math.hypot(side.x, side.y);
}
