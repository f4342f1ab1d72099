import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { encode } from 'jpeg-js';
import { createRandom } from '../../../src/sandbox/random.ts';
import type { Drawing } from './drawings.ts';

/** The damage to a label on its way into a picture. */
export interface Damage {
  /** Pixels of the narrowest bar. */
  readonly barPx: number;
  /** Rotation in degrees, clockwise. */
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
  /**
   * Share of the light that the pixels of a photographed screen take away, in a grid that the
   * camera's own does not meet.
   */
  readonly moire: number;
  /** How much larger the picture is than what is drawn; 1 is a screenshot. */
  readonly margin: number;
  /** The quality of the JPEG, from 1 to 100; `png` makes a PNG. */
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
  moire: 0,
  margin: 1.15,
  quality: 90,
  seed: 1,
};

const FONTS = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`)),
);
/** The colour of the table that the label lies on. */
const TABLE = '#8a8078';
/**
 * The lines of a photographed screen: their distance in pixels of the picture, and their slope from
 * row to row.
 */
const SCREEN_LINES = { pitch: 2.3, slope: 0.06 };

/** A picture of a drawing: PNG or JPEG, the same for the same damage. */
export function photoOf(drawing: Drawing, damage: Partial<Damage> = {}): Uint8Array {
  const whole = { ...UNDAMAGED, ...damage };
  const drawn = drawnAs(drawing, whole);
  if (whole.quality === 'png') return new Uint8Array(drawn.asPng());
  const { width, height } = drawn;
  const data = inBadLight(drawn.pixels, width, whole);
  return new Uint8Array(encode({ data, width, height }, whole.quality).data);
}

/** The pixels of such a picture, which other formats are made of. */
export function pixelsOf(drawing: Drawing, damage: Partial<Damage> = {}) {
  const { pixels: data, width, height } = drawnAs(drawing, { ...UNDAMAGED, ...damage });
  return { data, width, height };
}

function drawnAs(drawing: Drawing, damage: Damage) {
  return new Resvg(sceneOf(drawing, damage), {
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'DejaVu Sans' },
  }).render();
}

function sceneOf(
  drawing: Drawing,
  { barPx, turnedBy, skewedBy, blurBars, margin }: Damage,
): string {
  const angle = (turnedBy * Math.PI) / 180;
  const lean = 1 + Math.tan((skewedBy * Math.PI) / 180);
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const width = Math.ceil((drawing.width * cos + drawing.height * sin) * barPx * lean * margin);
  const height = Math.ceil((drawing.width * sin + drawing.height * cos) * barPx * lean * margin);
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

function inBadLight(
  pixels: Uint8Array,
  width: number,
  { light, contrast, noise, moire, seed }: Damage,
): Uint8Array {
  const random = createRandom(seed);
  const worn = new Uint8ClampedArray(pixels);
  for (let index = 0; index < worn.length; index += 1) {
    if (index % 4 === 3) continue;
    const faded = 128 + ((pixels[index] ?? 0) - 128) * contrast;
    const shown = moire === 0 ? faded : faded * screenLight(index, width, moire);
    worn[index] = shown * light + (random() - 0.5) * 2 * noise;
  }
  return new Uint8Array(worn.buffer);
}

/**
 * The light of one colour of a pixel of a photographed screen. A screen has red, green and blue
 * side by side.
 */
function screenLight(index: number, width: number, moire: number): number {
  const { pitch, slope } = SCREEN_LINES;
  const pixel = index >> 2;
  const x = pixel % width;
  const y = Math.floor(pixel / width);
  const across = Math.cos((2 * Math.PI * (x + slope * y + ((index % 4) * pitch) / 3)) / pitch);
  const down = Math.cos((2 * Math.PI * (y - slope * x)) / pitch);
  return 1 - (moire * (2 + across + down)) / 4;
}
