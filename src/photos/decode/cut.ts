import type { Place } from '../barcode.ts';
import { type Grey, shadeAt } from './grey.ts';

/** Share of its height that is left around what is cut out. */
export const MARGIN = 0.5;

/** A part of a picture that is upright on it, in whole pixels; nothing of it is enlarged, and nothing left around it. */
export function partOf(grey: Grey, { x, y, width, height }: Rectangle): Grey {
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * grey.width + x;
    pixels.set(grey.pixels.subarray(from, from + width), row * width);
  }
  return { pixels, width, height };
}

interface Rectangle extends Pick<Grey, 'width' | 'height'> {
  readonly x: number;
  readonly y: number;
}

/** A part of a picture, laid upright and enlarged until it is so many pixels high, margin not counted. */
export function cutOut(grey: Grey, { topLeft, topRight, bottomLeft }: Place, height: number): Grey {
  const right = { x: topRight.x - topLeft.x, y: topRight.y - topLeft.y };
  const down = { x: bottomLeft.x - topLeft.x, y: bottomLeft.y - topLeft.y };
  const scale = height / Math.hypot(down.x, down.y);
  const wide = Math.hypot(right.x, right.y) * scale;
  const margin = MARGIN * height;
  const [outWidth, outHeight] = [Math.ceil(wide + 2 * margin), Math.ceil(height + 2 * margin)];
  const pixels = new Uint8Array(outWidth * outHeight);
  for (let y = 0; y < outHeight; y += 1) {
    const v = (y + 0.5 - margin) / height;
    for (let x = 0; x < outWidth; x += 1) {
      const u = (x + 0.5 - margin) / wide;
      pixels[y * outWidth + x] = shadeAt(
        grey,
        topLeft.x + right.x * u + down.x * v,
        topLeft.y + right.y * u + down.y * v,
      );
    }
  }
  return {
    pixels,
    width: outWidth,
    height: outHeight,
    ...(grey.isInkBlack && { isInkBlack: grey.isInkBlack }),
  };
}
