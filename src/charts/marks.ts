import type { Mark, NumericValueRef } from 'vega';
import { FONT, GROUND } from './style.ts';

/** A position within a mark's group: in pixels, or as a value on the group's scales. */
export interface MarkPosition {
  /** Horizontal. */
  readonly x: NumericValueRef;
  /** Vertical. */
  readonly y: NumericValueRef;
}

/** A position in pixels. */
export function pixels(x: number, y: number): MarkPosition {
  return { x: { value: x }, y: { value: y } };
}

/** A position by a moment (milliseconds since 1970) and a number of checks. */
export function figures(at: number, checks: number): MarkPosition {
  return { x: { scale: 'x', value: at }, y: { scale: 'y', value: checks } };
}

/** First strong isolate and its end: a text runs in its own direction, with its numbers in place. */
const ISOLATE = ['\u2068', '\u2069'] as const;

interface TextLook {
  readonly size: number;
  readonly color: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly weight?: 'normal' | 'bold';
}

/** A text at a position. */
export function textMark(text: string, place: MarkPosition, look: TextLook): Mark {
  const { size, color, align = 'left', weight = 'normal' } = look;
  return {
    type: 'text',
    encode: {
      enter: {
        ...place,
        text: { value: ISOLATE.join(text) },
        font: { value: FONT },
        fontSize: { value: size },
        fontWeight: { value: weight },
        fill: { value: color },
        align: { value: align },
        baseline: { value: 'alphabetic' },
      },
    },
  };
}

interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

/** A straight line. */
export function ruleMark(from: MarkPosition, to: MarkPosition, { color, width, dash = [] }: Stroke): Mark {
  return {
    type: 'rule',
    encode: {
      enter: {
        ...from,
        x2: to.x,
        y2: to.y,
        stroke: { value: color },
        strokeWidth: { value: width },
        strokeDash: { value: [...dash] },
        strokeCap: { value: 'butt' },
      },
    },
  };
}

/** A small circle: a ring, or a dot if filled. */
export function circleMark(place: MarkPosition, { color, filled }: { color: string; filled: boolean }): Mark {
  return {
    type: 'symbol',
    encode: {
      enter: {
        ...place,
        size: { value: filled ? 40 : 70 },
        stroke: { value: color },
        strokeWidth: { value: filled ? 0 : 2.5 },
        fill: { value: filled ? color : GROUND },
      },
    },
  };
}

/** A filled box between two corners. */
export function boxMark(from: MarkPosition, to: MarkPosition, color: string): Mark {
  return {
    type: 'rect',
    encode: { enter: { ...from, x2: to.x, y2: to.y, fill: { value: color } } },
  };
}
