import { createRequire } from 'node:module';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

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
