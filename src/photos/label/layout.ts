import { type Barcode, isLinear, type Point } from '../barcode.ts';

/**
 * The codes in the reading order of the label: rows from the top, each from the left. The codes define what is upright,
 * however the picture was taken; linear codes take precedence, since square ones are often rotated.
 */
export function inReadingOrder(codes: readonly Barcode[]): readonly Barcode[] {
  const bars = codes.filter(isLinear);
  const angle = angleOf(bars.length > 0 ? bars : codes);
  const placed = codes.map((code) => placeOf(code, angle)).sort((one, other) => one.y - other.y);
  const rows: Placed[][] = [];
  for (const one of placed) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && areSideBySide(first, one)) row.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.sort((one, other) => one.x - other.x).map(({ code }) => code));
}

interface Placed {
  readonly code: Barcode;
  /** The centre of the code on the upright label. */
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

function areSideBySide(one: Placed, other: Placed): boolean {
  return Math.abs(one.y - other.y) < Math.max(one.height, other.height) / 2;
}

/** The direction in which most codes are read, in radians clockwise, weighted by length. */
function angleOf(codes: readonly Barcode[]): number {
  const sum = { x: 0, y: 0 };
  for (const { topLeft, topRight } of codes) {
    sum.x += topRight.x - topLeft.x;
    sum.y += topRight.y - topLeft.y;
  }
  return Math.atan2(sum.y, sum.x);
}

function placeOf(code: Barcode, angle: number): Placed {
  const { topLeft, topRight, bottomLeft } = code;
  const middle = { x: (topRight.x + bottomLeft.x) / 2, y: (topRight.y + bottomLeft.y) / 2 };
  const down = upright({ x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y }, angle);
  return { code, ...upright(middle, angle), height: Math.abs(down.y) };
}

function upright({ x, y }: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}
