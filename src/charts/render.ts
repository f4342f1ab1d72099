import { Resvg } from '@resvg/resvg-js';
import { parse, View } from 'vega';
import type { QuotaPicture } from './picture.ts';
import { quotaSpec } from './quota-spec.ts';
import { createTextWidth, fontOptions } from './style.ts';

/** Pixels per unit of the picture, so that it is sharp on high-resolution screens. */
const ZOOM = 2;

/** Renders a picture as PNG. Computes for several hundred milliseconds without a pause, so it belongs in its own thread. */
export async function renderQuota(picture: QuotaPicture): Promise<Uint8Array> {
  const font = fontOptions();
  const spec = quotaSpec(picture, createTextWidth(font));
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: ZOOM } }).render().asPng();
}
