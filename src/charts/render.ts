import { Resvg } from '@resvg/resvg-js';
import { parse, View } from 'vega';
import { fontOptions } from './font.ts';
import type { QuotaPicture } from './picture.ts';
import { quotaSpec } from './quota-spec.ts';
import { createTextWidth } from './text-width.ts';

/** Pixels of the picture for each of its units, so that it is sharp on fine screens. */
const ZOOM = 2;

/** A picture as PNG. It computes for some hundred milliseconds without a pause, so a thread of its own is its place. */
export async function renderQuota(picture: QuotaPicture): Promise<Uint8Array> {
  const font = fontOptions();
  const spec = quotaSpec(picture, createTextWidth(font));
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: ZOOM } }).render().asPng();
}
