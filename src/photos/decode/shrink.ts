import type { Grey } from './grey.ts';

/** The picture made smaller, each pixel the average of those it stands for; the picture itself if it is small enough. */
export function shrunk(grey: Grey, scale: number): Grey {
  if (scale >= 1) return grey;
  const width = Math.max(1, Math.round(grey.width * scale));
  const height = Math.max(1, Math.round(grey.height * scale));
  const pixels = new Uint8Array(width * height);
  const columns = edgesOf(grey.width, width);
  const rows = edgesOf(grey.height, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels[y * width + x] = averageOf(grey, {
        left: columns[x] ?? 0,
        right: columns[x + 1] ?? 0,
        top: rows[y] ?? 0,
        bottom: rows[y + 1] ?? 0,
      });
    }
  }
  return { pixels, width, height };
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function averageOf({ pixels, width }: Grey, { left, right, top, bottom }: Area): number {
  let sum = 0;
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * width + left; at < row * width + right; at += 1) sum += pixels[at] ?? 0;
  }
  return sum / ((bottom - top) * (right - left));
}

/** Where each of `parts` pixels begins among `length`, and the end. */
function edgesOf(length: number, parts: number): Int32Array {
  return Int32Array.from({ length: parts + 1 }, (_, index) => Math.round((index * length) / parts));
}
