import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import { FONT } from './font.ts';

/** How large and heavy a text is set. */
export interface TextStyle {
  readonly size: number;
  readonly weight: 'normal' | 'bold';
}

/** How wide a text is, in the units of the picture. */
export type TextWidth = (text: string, style: TextStyle) => number;

/** Measures with the font that draws: without a browser the chart library can only guess. */
export function createTextWidth(font: NonNullable<ResvgRenderOptions['font']>): TextWidth {
  return (text, { size, weight }) => {
    const escaped = text.replace(/[&<]/gu, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="100"><text y="50"
      font-family="${FONT}" font-size="${size}" font-weight="${weight}">${escaped}</text></svg>`;
    return new Resvg(svg, { font }).getBBox()?.width ?? 0;
  };
}
