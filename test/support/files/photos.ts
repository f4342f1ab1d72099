import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { encode } from 'jpeg-js';
import { createRandom } from '../../../src/sandbox/faults/random.ts';
import type { Drawing } from './drawn-codes.ts';

/** What happens to a label on its way into a picture. */
export interface Damage {
  /** Pixels of the narrowest bar. */
  readonly barPx: number;
  /** Clockwise. */
  readonly turnedBy: number;
  /** Degrees by which upright and level lines lean, as on a picture taken from the side. */
  readonly skewedBy: number;
  /** Share of the light that is left: 1 is a sheet of paper in daylight. */
  readonly light: number;
  /** Share of the difference between black and white that is left. */
  readonly contrast: number;
  /** Widths of the narrowest bar: the standard deviation of the blur. */
  readonly blurBars: number;
  /** Largest change of a pixel, of 255. */
  readonly noise: number;
  /** Of the JPEG, from 1 to 100; `png`: none of it. */
  readonly quality: number | 'png';
  readonly seed: number;
}

/** A sharp picture from straight above in good light. */
const UNDAMAGED: Damage = {
  barPx: 2,
  turnedBy: 0,
  skewedBy: 0,
  light: 1,
  contrast: 1,
  blurBars: 0,
  noise: 0,
  quality: 90,
  seed: 1,
};

const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
/** The table the label lies on. */
const TABLE = '#8a8078';
const MARGIN = 1.15;

/** A picture of a drawing: PNG or JPEG, the same for the same damage. */
export function photoOf(drawing: Drawing, damage: Partial<Damage> = {}): Uint8Array {
  const all = { ...UNDAMAGED, ...damage };
  const drawn = new Resvg(sceneOf(drawing, all), {
    font: { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'DejaVu Sans' },
  }).render();
  if (all.quality === 'png') return new Uint8Array(drawn.asPng());
  const data = inBadLight(drawn.pixels, all);
  const { width, height } = drawn;
  return new Uint8Array(encode({ data, width, height }, all.quality).data);
}

function sceneOf(drawing: Drawing, { barPx, turnedBy, skewedBy, blurBars }: Damage): string {
  const angle = (turnedBy * Math.PI) / 180;
  const lean = 1 + Math.tan((skewedBy * Math.PI) / 180);
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const width = Math.ceil((drawing.width * cos + drawing.height * sin) * barPx * lean * MARGIN);
  const height = Math.ceil((drawing.width * sin + drawing.height * cos) * barPx * lean * MARGIN);
  const placed = [
    `translate(${width / 2} ${height / 2})`,
    `rotate(${turnedBy})`,
    `skewX(${skewedBy / 2})`,
    `skewY(${skewedBy / 2})`,
    `scale(${barPx})`,
    `translate(${-drawing.width / 2} ${-drawing.height / 2})`,
  ].join(' ');
  const blur = blurBars === 0 ? '' : `filter="url(#blur)"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<filter id="blur"><feGaussianBlur stdDeviation="${Math.max(blurBars * barPx, 0.001)}"/></filter>` +
    `<rect width="${width}" height="${height}" fill="${TABLE}"/>` +
    `<g ${blur}><g transform="${placed}">${drawing.svg}</g></g></svg>`
  );
}

function inBadLight(pixels: Uint8Array, { light, contrast, noise, seed }: Damage): Uint8Array {
  const random = createRandom(seed);
  const worn = new Uint8ClampedArray(pixels);
  for (let index = 0; index < worn.length; index += 1) {
    if (index % 4 === 3) continue;
    const faded = 128 + ((pixels[index] ?? 0) - 128) * contrast;
    worn[index] = faded * light + (random() - 0.5) * 2 * noise;
  }
  return new Uint8Array(worn.buffer);
}
