import { parse, type Spec, View } from 'vega';
import { COLORS } from '../src/charts/style.ts';
import type { Chart } from './bench.ts';
import { figure } from './figures.ts';

const ROW_HEIGHT = 30;

/** A chart as SVG: a bar for each figure, the marked ones in a colour of their own. */
export function chartSvg(chart: Chart): Promise<string> {
  return new View(parse(specOf(chart)), { renderer: 'none' }).toSVG();
}

function specOf({ title, bars }: Chart): Spec {
  const values = bars.map(({ name, value, isMarked }) => ({
    name,
    value,
    text: figure(value),
    color: isMarked ? COLORS.left : COLORS.rise,
  }));
  const at = { y: { scale: 'name', field: 'name' } };
  return {
    width: 340,
    height: bars.length * ROW_HEIGHT,
    padding: 24,
    background: COLORS.ground,
    title: { text: title, anchor: 'start', frame: 'bounds', fontSize: 17, color: COLORS.strong, offset: 16 },
    data: [{ name: 'bars', values }],
    scales: [
      { name: 'name', type: 'band', domain: { data: 'bars', field: 'name' }, range: 'height', padding: 0.4 },
      { name: 'value', domain: { data: 'bars', field: 'value' }, range: 'width', zero: true },
    ],
    axes: [
      { orient: 'left', scale: 'name', domain: false, ticks: false, labelFontSize: 13, labelLimit: 400 },
    ],
    marks: [
      {
        type: 'rect',
        from: { data: 'bars' },
        encode: {
          enter: {
            ...at,
            height: { scale: 'name', band: 1 },
            x: { value: 0 },
            x2: { scale: 'value', field: 'value' },
            fill: { field: 'color' },
          },
        },
      },
      {
        type: 'text',
        from: { data: 'bars' },
        encode: {
          enter: {
            y: { ...at.y, band: 0.5 },
            x: { scale: 'value', field: 'value', offset: 8 },
            baseline: { value: 'middle' },
            text: { field: 'text' },
            fontSize: { value: 13 },
            fill: { value: COLORS.quiet },
          },
        },
      },
    ],
  };
}
