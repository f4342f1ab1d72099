import type { Mark } from 'vega';
import { boxMark, circleMark, pixels, ruleMark, textMark } from './marks.ts';
import { TEXTS, type TextWidth } from './style.ts';

const SIZE = 13;
const SIGN_WIDTHS = { line: 24, dashes: 26, dots: 24, ring: 12, box: 13, upright: 3 } as const;
const SIGN_GAP = 8;
const ITEM_GAP = 26;
const ROW_HEIGHT = 22;
/** From a text's baseline up to the middle of its small letters. */
const MIDDLE = 4.5;

/** Line styles of a picture. */
export const STROKES = {
  line: { width: 2.5 },
  dashes: { width: 2.5, dash: [6, 4] },
  dots: { width: 1.5, dash: [2, 4] },
} as const;

/** One sign of a picture and its meaning. */
export interface LegendItem {
  /** How the sign is drawn. */
  readonly sign: keyof typeof SIGN_WIDTHS;
  /** CSS colour. */
  readonly color: string;
  /** The meaning, on one line. */
  readonly text: string;
}

interface LegendPlace {
  readonly x: number;
  /** The baseline of the first row. */
  readonly y: number;
  readonly width: number;
}

/** The drawn legend, and the height of its rows after the first. */
export interface Legend {
  /** Vega marks. */
  readonly marks: readonly Mark[];
  /** In the picture's units. */
  readonly moreHeight: number;
}

/** Lays out the items in rows, each as wide as its text needs. */
export function legend(items: readonly LegendItem[], place: LegendPlace, textWidth: TextWidth): Legend {
  const end = place.x + place.width;
  let { x, y } = place;
  const marks = items.flatMap((item) => {
    const indent = SIGN_WIDTHS[item.sign] + SIGN_GAP;
    const needed = textWidth(item.text, { size: SIZE, weight: 'normal' });
    if (x > place.x && x + indent + needed > end) {
      x = place.x;
      y += ROW_HEIGHT;
    }
    // A text too long for a whole row is drawn smaller.
    const size = SIZE * Math.min(1, (place.width - indent) / needed);
    const [signAt, textAt] = [x, x + indent];
    x = textAt + needed + ITEM_GAP;
    return [
      signMark(item, signAt, y - MIDDLE),
      textMark(item.text, pixels(textAt, y), { size, color: TEXTS.quiet }),
    ];
  });
  return { marks, moreHeight: y - place.y };
}

function signMark({ sign, color }: LegendItem, x: number, y: number): Mark {
  const end = x + SIGN_WIDTHS[sign];
  const middle = (x + end) / 2;
  switch (sign) {
    case 'box':
      return boxMark(pixels(x, y - 6.5), pixels(end, y + 6.5), color);
    case 'ring':
      return circleMark(pixels(middle, y), { color, filled: false });
    case 'upright':
      return ruleMark(pixels(middle, y - 8), pixels(middle, y + 8), { color, width: 2 });
    default:
      return ruleMark(pixels(x, y), pixels(end, y), { color, ...STROKES[sign] });
  }
}
