import type { Barcode, Place, Point } from '../../barcode.ts';
import { boxOf } from '../code-names.ts';
import type { Box } from '../lines.ts';

/** A code as the measure of what is beside it: its width is 1, its upper left corner 0, and x runs as it is read. */
export interface Frame {
  readonly code: Barcode;
  readonly start: Point;
  readonly along: Point;
  readonly down: Point;
  readonly height: number;
}

/** A reader may name the corners of bars that stand on their head from the other side. */
export function frameOf(code: Barcode): Frame {
  const { topLeft, topRight, bottomLeft } = code;
  const along = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const side = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const isFromBelow = along.x * side.y - along.y * side.x < 0;
  const height = Math.hypot(side.x, side.y) / Math.hypot(along.x, along.y);
  // A picture taken from the side shows bars that are not square to their rows.
  const down = height === 0 ? { x: -along.y, y: along.x } : { x: side.x / height, y: side.y / height };
  return {
    code,
    start: isFromBelow ? bottomLeft : topLeft,
    along,
    down: { x: isFromBelow ? -down.x : down.x, y: isFromBelow ? -down.y : down.y },
    height,
  };
}

/** Where a box beside a code is on the picture. */
export function placeIn({ start, along, down }: Frame, { x, y, width, height }: Box): Place {
  const at = (right: number, below: number): Point => ({
    x: start.x + along.x * right + down.x * below,
    y: start.y + along.y * right + down.y * below,
  });
  return { topLeft: at(x, y), topRight: at(x + width, y), bottomLeft: at(x, y + height) };
}

/** Where another code is beside it. */
export function boxIn({ start, along, down }: Frame, place: Place): Box {
  const area = along.x * down.y - along.y * down.x;
  return boxOf(place, ({ x, y }) => {
    const [right, below] = [x - start.x, y - start.y];
    return {
      x: (right * down.y - below * down.x) / area,
      y: (along.x * below - along.y * right) / area,
    };
  });
}

/** How far two boxes are from each other. */
export function gapOf(one: Box, other: Box): number {
  const across = Math.max(0, one.x - other.x - other.width, other.x - one.x - one.width);
  return Math.hypot(across, Math.max(0, one.y - other.y - other.height, other.y - one.y - one.height));
}
