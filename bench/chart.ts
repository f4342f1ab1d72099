import { parse, type Spec, View } from 'vega';
import { boxMark, pixels, textMark } from '../src/charts/marks.ts';
import { BORDER, GROUND, SHAPES, TEXTS } from '../src/charts/style.ts';
import type { Chart } from './bench.ts';
import { figure } from './figures.ts';

const WIDTH = 860;
const MARGIN = 24;
const NAMES_WIDTH = 400;
const VALUES_WIDTH = 90;
const ROW = { height: 30, bar: 18 } as const;
const TITLE = { y: 36, size: 17 } as const;
const FIRST_ROW_Y = 58;
const TEXT_SIZE = 13;
/** From the upper edge of a bar down to the baseline of its words. */
const BASELINE = 14;

/** A chart as SVG: a bar for each figure, the marked ones in a colour of their own. Drawn with the shapes of the bot's pictures. */
export function chartSvg(chart: Chart): Promise<string> {
  return new View(parse(specOf(chart)), { renderer: 'none' }).toSVG();
}

function specOf({ title, bars }: Chart): Spec {
  const most = Math.max(...bars.map(({ value }) => value));
  const height = FIRST_ROW_Y + bars.length * ROW.height + MARGIN / 2;
  const left = MARGIN + NAMES_WIDTH;
  const widest = WIDTH - left - VALUES_WIDTH;
  return {
    width: WIDTH,
    height,
    padding: 0,
    autosize: 'none',
    background: GROUND,
    marks: [
      {
        type: 'rect',
        encode: { enter: { width: { value: WIDTH }, height: { value: height }, stroke: { value: BORDER } } },
      },
      textMark(title, pixels(MARGIN, TITLE.y), { size: TITLE.size, weight: 'bold', color: TEXTS.strong }),
      ...bars.flatMap(({ name, value, isMarked }, index) => {
        const y = FIRST_ROW_Y + index * ROW.height;
        const right = left + (widest * value) / most;
        return [
          textMark(name, pixels(MARGIN, y + BASELINE), { size: TEXT_SIZE, color: TEXTS.strong }),
          boxMark(pixels(left, y), pixels(right, y + ROW.bar), isMarked ? SHAPES.left : SHAPES.rise),
          textMark(figure(value), pixels(right + 8, y + BASELINE), { size: TEXT_SIZE, color: TEXTS.quiet }),
        ];
      }),
    ],
  };
}
