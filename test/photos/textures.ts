import { encode } from 'jpeg-js';
import { createRandom } from '../../src/sandbox/random.ts';

/**
 * Surfaces without anything to read: how bright each pixel is, from 0 to 255. A little noise is
 * added to it.
 */
const SHADES: Readonly<Record<Texture, (x: number, y: number, random: () => number) => number>> = {
  white: () => 250,
  noise: (_x, _y, random) => 48 + 160 * random(),
  fabric: (x, y) => 128 + 50 * Math.sin(x / 2.1 + Math.sin(y / 40)) + 40 * Math.sin(y / 2.3),
  wood: (x, y) => 140 + 60 * Math.sin((y + 18 * Math.sin(x / 300)) / 9),
};
const SURFACE_NOISE = 24;

/** A surface that fills a picture. */
export type Texture = 'white' | 'noise' | 'fabric' | 'wood';

/** A JPEG of nothing but a surface. */
export function textured(texture: Texture, width: number, height: number): Uint8Array {
  const random = createRandom(7);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const shade =
        SHADES[texture](x, y, random) +
        (texture === 'white' ? 0 : (random() - 0.5) * SURFACE_NOISE);
      data.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return new Uint8Array(encode({ data: new Uint8Array(data.buffer), width, height }, 85).data);
}
