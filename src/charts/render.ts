import { createRequire } from 'node:module';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import { type NumberLocale, parse, type Spec, View } from 'vega';
import { DAY_MS } from '../core/clock.ts';
import type { Point, QuotaPicture } from './picture.ts';
import spec from './quota.vega.json' with { type: 'json' };
import { COLORS } from './style.ts';

/** Pixels per unit: the picture is sharp on high-resolution screens. */
const ZOOM = 2;
const FONT = 'DejaVu Sans';
/** The space on each side of a day's bar. */
const BAR_MARGIN_MS = 0.14 * DAY_MS;
const SOLID: readonly number[] = [];
const DASHED = [6, 4];
const DOTTED = [2, 4];

const require = createRequire(import.meta.url);

/** No system fonts, so that a picture looks the same on every machine. */
export const fontOptions: NonNullable<ResvgRenderOptions['font']> = {
  loadSystemFonts: false,
  fontFiles: [
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
    require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  ],
  defaultFontFamily: FONT,
  sansSerifFamily: FONT,
};

/** The layout; the code adds figures, texts and colours. */
const SPEC = spec as object as Spec;

/** Renders a picture as PNG. It blocks for several hundred milliseconds, so run it in its own thread. */
export async function renderQuota(picture: QuotaPicture): Promise<Uint8Array> {
  const view = new View(parse(SPEC, { locale: { number: localeOf(picture) } }), {
    renderer: 'none',
  });
  for (const [name, value] of Object.entries(signalsOf(picture))) view.signal(name, value);
  for (const [name, rows] of Object.entries(dataOf(picture))) view.data(name, [...rows]);
  const svg = await view.toSVG();
  return new Resvg(svg, { font: fontOptions, fitTo: { mode: 'zoom', value: ZOOM } })
    .render()
    .asPng();
}

function localeOf({ numbers: { decimal, group, digits } }: QuotaPicture): NumberLocale {
  const numerals = [...digits] as NonNullable<NumberLocale['numerals']>;
  return { decimal, thousands: group, grouping: [3], currency: ['', ''], numerals };
}

function signalsOf({ from, to, texts, dates }: QuotaPicture) {
  return {
    colors: COLORS,
    time: [from, to],
    texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolated(text)])),
    dates: Object.fromEntries(dates.map(({ at, text }) => [at, isolated(text)])),
  };
}

function dataOf({ texts, stretches, rises, forecast, expiresAt, days }: QuotaPicture) {
  const endColor = forecast?.end.left === 0 ? COLORS.warning : COLORS.left;
  const runs = stretches.filter(({ length }) => length > 0);
  const newest = runs.at(-1)?.at(-1);
  return {
    signs: [
      { text: texts.left, color: COLORS.left, dash: SOLID, shape: 'stroke' },
      { text: texts.rise, color: COLORS.rise, dash: DOTTED, shape: 'stroke' },
      { text: texts.pace, color: COLORS.left, dash: DASHED, shape: 'stroke' },
      { text: texts.end, color: endColor, dash: SOLID, shape: 'circle' },
      { text: texts.expires, color: COLORS.warning, dash: SOLID, shape: 'M0,-1L0,1' },
    ].flatMap(({ text, ...sign }) =>
      text === undefined ? [] : [{ ...sign, text: isolated(text) }],
    ),
    kinds: [
      { text: isolated(texts.paid), color: COLORS.paid },
      { text: isolated(texts.saved), color: COLORS.saved },
    ],
    points: runs.flatMap((points, run) => points.map((point) => ({ ...point, run }))),
    // A single point makes no line.
    dots: [
      ...runs.flatMap((points) => (points.length === 1 ? points : [])),
      ...(newest ? [newest] : []),
    ],
    lines: [
      ...rises.map(([start, end]) => lineOf(start, end, { color: COLORS.rise, dash: DOTTED })),
      ...(forecast
        ? [lineOf(forecast.from, forecast.end, { color: COLORS.left, dash: DASHED })]
        : []),
    ],
    ends: forecast ? [{ ...forecast.end, color: endColor }] : [],
    expiry: expiresAt === undefined ? [] : [{ at: expiresAt }],
    bars: days.flatMap(({ at, paid, saved }) => {
      const day = { start: at + BAR_MARGIN_MS, end: at + DAY_MS - BAR_MARGIN_MS };
      return [
        { ...day, from: 0, to: paid, color: COLORS.paid },
        { ...day, from: paid, to: paid + saved, color: COLORS.saved },
      ];
    }),
  };
}

function lineOf(
  start: Point,
  end: Point,
  look: { readonly color: string; readonly dash: readonly number[] },
) {
  return { ...start, endAt: end.at, endLeft: end.left, ...look };
}

/** In the marks of a first strong isolate, so that a text keeps its own direction next to numbers. */
function isolated(text = ''): string {
  return `\u2068${text}\u2069`;
}
