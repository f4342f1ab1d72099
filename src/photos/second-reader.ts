import { type Barcode, moved } from './barcode.ts';
import { barsOnGrid, isContested } from './bars/module-grid.ts';
import type { Pixels } from './pixels.ts';

/** The bars on a picture that were drawn by the nearest pixel, each at its place in the picture as it came. */
export function codesOnGrid({ grey, shrunkBy }: Pixels): readonly Barcode[] {
  return scaled(barsOnGrid(grey), shrunkBy);
}

/** The codes of another reader, those contested whose bars say something else to this one. */
export function compared(codes: readonly Barcode[], pixels: Pixels): readonly Barcode[] {
  const { grey } = pixels;
  const inGrey = onReduced(codes, pixels);
  return codes.map((code, index) => {
    const same = inGrey[index];
    return same !== undefined && isContested(grey, same) ? { ...code, isContested: true } : code;
  });
}

/** The codes of a picture as they lie on it after it was reduced. */
export function onReduced(codes: readonly Barcode[], { shrunkBy }: Pixels): readonly Barcode[] {
  return scaled(codes, 1 / shrunkBy);
}

function scaled(codes: readonly Barcode[], scale: number): readonly Barcode[] {
  return codes.map((code) => moved(code, ({ x, y }) => ({ x: x * scale, y: y * scale })));
}
