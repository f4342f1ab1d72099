import type { Axis, GroupMark, Mark, Scale } from 'vega';
import { DAY_MS } from '../core/clock.ts';
import { STROKES } from './legend.ts';
import { boxMark, circleMark, figures, type MarkPosition, ruleMark, textMark } from './marks.ts';
import type { Point, QuotaPicture } from './picture.ts';
import { GRID, MONTH_START, SHAPES, TEXTS } from './style.ts';

/** From the bottom of a plot down to the baseline of its dates, in pixels. */
const DATES_BELOW = 20;
/** The share of a day that stays free on either side of its bar. */
const BAR_MARGIN = 0.14;
/** Approximate number of axis steps; the library chooses round numbers. */
const LEFT_STEPS = 4;
const DAYS_STEPS = 2;

/** The area of a plot, in the picture's units. */
export interface PlotArea {
  /** Left edge. */
  readonly x: number;
  /** Upper edge. */
  readonly y: number;
  /** Of the plot without its axis labels. */
  readonly width: number;
  /** Of the plot without its dates. */
  readonly height: number;
}

type Plot = Pick<GroupMark, 'data' | 'scales' | 'axes' | 'marks'>;

/** The checks left: recorded figures as lines, the forecast as dashes. */
export function leftPlot(picture: QuotaPicture, area: PlotArea): Plot {
  const { stretches, rises, forecast, expiresAt } = picture;
  const highest = Math.max(...stretches.flat().map(({ left }) => left));
  const lines = stretches.map((points, index) => ({ name: `stretch-${index}`, points }));
  const newest = stretches.at(-1)?.at(-1);
  const expiry = expiresAt === undefined ? [] : [upright(expiresAt, area, SHAPES.warning)];
  return {
    data: lines.map(({ name, points }) => ({ name, values: points.map((point) => ({ ...point })) })),
    scales: scales(picture, area, { highest, steps: LEFT_STEPS }),
    axes: [checksAxis(LEFT_STEPS)],
    marks: [
      ...ground(picture, area),
      ...expiry,
      ...rises.map(([before, after]) =>
        ruleMark(placeOf(before), placeOf(after), { color: SHAPES.rise, ...STROKES.dots }),
      ),
      ...(forecast === undefined ? [] : forecastMarks(forecast)),
      ...lines.map(({ name, points }) => stretchMark(name, points)),
      ...(newest === undefined ? [] : [dot(newest)]),
    ],
  };
}

function placeOf({ at, left }: Point): MarkPosition {
  return figures(at, left);
}

function forecastMarks({ from, end }: NonNullable<QuotaPicture['forecast']>): Mark[] {
  const color = end.left === 0 ? SHAPES.warning : SHAPES.left;
  return [
    ruleMark(placeOf(from), placeOf(end), { color: SHAPES.left, ...STROKES.dashes }),
    circleMark(placeOf(end), { color, filled: false }),
  ];
}

function dot(point: Point): Mark {
  return circleMark(placeOf(point), { color: SHAPES.left, filled: true });
}

/** A line, or a dot if there is only one point. */
function stretchMark(name: string, points: readonly Point[]): Mark {
  const [only] = points;
  if (only !== undefined && points.length === 1) return dot(only);
  return {
    type: 'line',
    from: { data: name },
    encode: {
      enter: {
        x: { scale: 'x', field: 'at' },
        y: { scale: 'y', field: 'left' },
        stroke: { value: SHAPES.left },
        strokeWidth: { value: STROKES.line.width },
        strokeJoin: { value: 'round' },
        strokeCap: { value: 'round' },
      },
    },
  };
}

/** Checks per day: paid at the bottom, saved on top. */
export function daysPlot(picture: QuotaPicture, area: PlotArea): Plot {
  const { days } = picture;
  const highest = Math.max(...days.map(({ paid, saved }) => paid + saved));
  const bar = (at: number, from: number, to: number, color: string): Mark[] => {
    const [start, end] = [at + BAR_MARGIN * DAY_MS, at + (1 - BAR_MARGIN) * DAY_MS];
    return from === to ? [] : [boxMark(figures(start, from), figures(end, to), color)];
  };
  return {
    scales: scales(picture, area, { highest, steps: DAYS_STEPS }),
    axes: [checksAxis(DAYS_STEPS)],
    marks: [
      ...ground(picture, area),
      ...days.flatMap(({ at, paid, saved }) => [
        ...bar(at, 0, paid, SHAPES.paid),
        ...bar(at, paid, paid + saved, SHAPES.saved),
      ]),
    ],
  };
}

interface Height {
  readonly highest: number;
  readonly steps: number;
}

function scales({ from, to }: QuotaPicture, area: PlotArea, { highest, steps }: Height): Scale[] {
  const across = { domain: [from, to], range: [0, area.width], zero: false };
  const upwards = { domain: [0, Math.max(1, highest)], range: [area.height, 0], nice: steps };
  return [
    { name: 'x', type: 'linear', ...across },
    { name: 'y', type: 'linear', ...upwards },
  ];
}

function checksAxis(tickCount: number): Axis {
  return {
    orient: 'left',
    scale: 'y',
    grid: true,
    gridScale: 'x',
    gridColor: GRID,
    tickCount,
    // There are no fractions of a check.
    tickMinStep: 1,
    format: ',d',
    domain: false,
    ticks: false,
    labelPadding: 10,
    zindex: 0,
  };
}

/** What both plots share: the baseline, the starts of months, and the dates centred on their days. */
function ground({ dates, monthStarts, from, to }: QuotaPicture, area: PlotArea): Mark[] {
  const foot = (at: number) => ({ x: figures(at, 0).x, y: { value: area.height } });
  return [
    ...monthStarts.map((at) => upright(at, area, MONTH_START)),
    ruleMark(foot(from), foot(to), { color: MONTH_START, width: 1 }),
    ...dates.map(({ at, text }) =>
      textMark(
        text,
        { x: foot(at).x, y: { value: area.height + DATES_BELOW } },
        {
          size: 12,
          color: TEXTS.quiet,
          align: 'center',
        },
      ),
    ),
  ];
}

function upright(at: number, { height }: PlotArea, color: string): Mark {
  const { x } = figures(at, 0);
  const width = color === MONTH_START ? 1 : 2;
  return ruleMark({ x, y: { value: 0 } }, { x, y: { value: height } }, { color, width });
}
