import type { GroupMark, Mark, Spec } from 'vega';
import { type Legend, type LegendItem, legend } from './legend.ts';
import { pixels, textMark } from './marks.ts';
import type { PictureTexts, QuotaPicture } from './picture.ts';
import { daysPlot, leftPlot, type PlotArea } from './plots.ts';
import { BORDER, FONT, GROUND, SHAPES, TEXTS, type TextWidth } from './style.ts';

const WIDTH = 1_000;
const HEIGHT = 600;
const MARGIN = 36;
/** Width of "100,000" next to the axis. */
const AXIS_ROOM = 66;
const TEXT_WIDTH = WIDTH - 2 * MARGIN;
const PLOT = { x: MARGIN + AXIS_ROOM, width: TEXT_WIDTH - AXIS_ROOM } as const;

const TITLE = { y: 50, size: 21 } as const;
const LEFT_LEGEND_Y = 80;
const LEFT_AREA: PlotArea = { ...PLOT, y: 106, height: 214 };
const DAYS_TITLE = { y: 392, size: 17 } as const;
const DAYS_LEGEND_Y = 418;
const DAYS_AREA: PlotArea = { ...PLOT, y: 442, height: 84 };
const PRINT = { y: 580, size: 12 } as const;
const TEXT_GAP = 24;

/** The quota picture as a Vega specification: remaining checks and forecast above, daily checks below. */
export function quotaSpec(picture: QuotaPicture, textWidth: TextWidth): Spec {
  const { texts } = picture;
  const { decimal, group, digits } = picture.numbers;
  const row = (y: number) => ({ x: MARGIN, y, width: TEXT_WIDTH });
  const leftLegend = legend(leftItems(picture), row(LEFT_LEGEND_Y), textWidth);
  const daysLegend = legend(dayItems(texts), row(DAYS_LEGEND_Y), textWidth);
  const leftArea = below(LEFT_AREA, leftLegend);
  const daysArea = below(DAYS_AREA, daysLegend);
  return {
    width: WIDTH,
    height: HEIGHT,
    padding: 0,
    autosize: 'none',
    background: GROUND,
    config: {
      locale: {
        number: { decimal, thousands: group, grouping: [3], currency: ['', ''], numerals: tenOf(digits) },
      },
      axis: { labelFont: FONT, labelFontSize: 12, labelColor: TEXTS.quiet },
    },
    marks: [
      border(),
      ...titles(texts, textWidth),
      ...leftLegend.marks,
      groupOf(leftArea, leftPlot(picture, leftArea)),
      textMark(texts.days, pixels(MARGIN, DAYS_TITLE.y), {
        size: DAYS_TITLE.size,
        weight: 'bold',
        color: TEXTS.strong,
      }),
      ...daysLegend.marks,
      groupOf(daysArea, daysPlot(picture, daysArea)),
      textMark(texts.mark, pixels(MARGIN, PRINT.y), { size: PRINT.size, color: TEXTS.quiet }),
      textMark(texts.asOf, pixels(WIDTH - MARGIN, PRINT.y), {
        size: PRINT.size,
        color: TEXTS.quiet,
        align: 'right',
      }),
    ],
  };
}

/** Moves a plot's upper edge down by the extra rows of its legend; the lower edge stays. */
function below(area: PlotArea, { moreHeight }: Legend): PlotArea {
  return { ...area, y: area.y + moreHeight, height: area.height - moreHeight };
}

/** The subject on the left and the current figure on the right, both smaller if they would meet. */
function titles({ title, now }: PictureTexts, textWidth: TextWidth): Mark[] {
  const style = { size: TITLE.size, weight: 'bold' } as const;
  const room = TEXT_WIDTH - TEXT_GAP;
  const size = TITLE.size * Math.min(1, room / (textWidth(title, style) + textWidth(now, style)));
  return [
    textMark(title, pixels(MARGIN, TITLE.y), { size, weight: 'bold', color: TEXTS.strong }),
    textMark(now, pixels(WIDTH - MARGIN, TITLE.y), {
      size,
      weight: 'bold',
      color: SHAPES.left,
      align: 'right',
    }),
  ];
}

function leftItems({ texts, forecast }: QuotaPicture): LegendItem[] {
  const endColor = forecast?.end.left === 0 ? SHAPES.warning : SHAPES.left;
  return [
    { sign: 'line', color: SHAPES.left, text: texts.left } as const,
    { sign: 'dots', color: SHAPES.rise, text: texts.rise } as const,
    { sign: 'dashes', color: SHAPES.left, text: texts.pace } as const,
    { sign: 'ring', color: endColor, text: texts.end } as const,
    { sign: 'upright', color: SHAPES.warning, text: texts.expires } as const,
  ].flatMap(({ text, ...item }) => (text === undefined ? [] : [{ ...item, text }]));
}

function dayItems({ paid, saved }: PictureTexts): LegendItem[] {
  return [
    { sign: 'box', color: SHAPES.paid, text: paid },
    { sign: 'box', color: SHAPES.saved, text: saved },
  ];
}

function groupOf({ x, y, width, height }: PlotArea, plot: Partial<GroupMark>): GroupMark {
  const enter = {
    x: { value: x },
    y: { value: y },
    width: { value: width },
    height: { value: height },
  };
  return { ...plot, type: 'group', encode: { enter } };
}

/** A light border, so that the picture has an edge on white too. */
function border(): Mark {
  return {
    type: 'rect',
    encode: {
      enter: {
        x: { value: 0.5 },
        y: { value: 0.5 },
        width: { value: WIDTH - 1 },
        height: { value: HEIGHT - 1 },
        stroke: { value: BORDER },
      },
    },
  };
}

type Ten = [string, string, string, string, string, string, string, string, string, string];

function tenOf(digits: readonly string[]): Ten {
  const [a = '0', b = '1', c = '2', d = '3', e = '4', f = '5', g = '6', h = '7', i = '8', j = '9'] = digits;
  return [a, b, c, d, e, f, g, h, i, j];
}
