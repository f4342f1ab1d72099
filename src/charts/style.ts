import { createRequire } from 'node:module';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

/**
 * The background of a picture, independent of the chat's, which may be dark or light. Texts have a contrast of 4.5 : 1 to it
 * and shapes one of 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11); the grid may be fainter.
 */
export const GROUND = '#ffffff';
/** The line around the picture. */
export const BORDER = '#cbd2d9';
/** Grid lines. */
export const GRID = '#e4e7eb';
/** The lines at the start of a month. */
export const MONTH_START = '#9aa5b1';

/** Colours of texts, by importance. */
export const TEXTS = { strong: '#1f2933', quiet: '#52606d' } as const;

/** Colours of lines and bars, by what they show. */
export const SHAPES = {
  left: '#1d4ed8',
  rise: '#7b8794',
  warning: '#b91c1c',
  paid: '#9a3412',
  saved: '#2a9082',
} as const;

const require = createRequire(import.meta.url);

/** The font family in the specification. */
export const FONT = 'DejaVu Sans';

/** Options for resvg: only this font and no system fonts, so that a picture looks the same on every machine. */
export function fontOptions() {
  return {
    loadSystemFonts: false,
    fontFiles: [
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
      require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
    ],
    defaultFontFamily: FONT,
    sansSerifFamily: FONT,
  };
}

/** Size and weight of a text. */
export interface TextStyle {
  /** Font size in the picture's units. */
  readonly size: number;
  /** Font weight. */
  readonly weight: 'normal' | 'bold';
}

/** The width of a text in the picture's units. */
export type TextWidth = (text: string, style: TextStyle) => number;

/** Measures with the font that draws; without a browser the chart library can only estimate. */
export function createTextWidth(font: NonNullable<ResvgRenderOptions['font']>): TextWidth {
  return (text, { size, weight }) => {
    const escaped = text.replace(/[&<]/gu, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="100"><text y="50"
      font-family="${FONT}" font-size="${size}" font-weight="${weight}">${escaped}</text></svg>`;
    return new Resvg(svg, { font }).getBBox()?.width ?? 0;
  };
}
