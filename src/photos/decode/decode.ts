import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { type Barcode, moved, SYMBOLOGIES } from '../barcode.ts';
import { BrokenPicture } from './broken.ts';
import { type Compiled, compile, startBounded, withinMemory } from './decoder-memory.ts';
import { type Grey, sourceOf, type Turn, turned } from './grey.ts';
import type { Sheets } from './sheets.ts';

const OPTIONS: ReaderOptions = {
  formats: [...SYMBOLOGIES],
  // The library itself tries quarter turns, inversion and reduction.
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  tryDenoise: true,
};

/** Loads the decoder from the file in its package. Without this it would be fetched from a network. */
export function loadDecoder(): Promise<Compiled> {
  return compile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
}

/** Starts the decoder, in place of one that was started before: its memory never shrinks, and is given back only whole. */
export async function startDecoder(program: Compiled): Promise<void> {
  await prepareZXingModule({
    overrides: {
      instantiateWasm: (imports: object, whenReady: Parameters<typeof startBounded>[2]) =>
        startBounded(program, imports, whenReady),
    },
    fireImmediately: true,
  });
}

/** Decodes a picture file (PNG, JPEG, GIF, BMP) as it is. Throws {@link BrokenPicture} or `TooLargePicture`. */
export async function decodeFile(file: Uint8Array): Promise<readonly Barcode[]> {
  const results = await withinMemory(() => readBarcodes(file, OPTIONS));
  const [first] = results;
  // Codes with errors are not requested: the library reports an undecodable file as one invalid code.
  if (first !== undefined && !first.isValid) throw new BrokenPicture(first.error);
  return results.flatMap(barcodeOf);
}

/** How a picture that was laid out is treated where it is. */
export type Treat = (grey: Grey, sheets: Sheets) => void;

/** The codes on a picture that is turned and enlarged first, each at its place in the picture before. */
export async function decodeTurned(
  grey: Grey,
  turn: Turn,
  { sheets, treat }: { readonly sheets: Sheets; readonly treat?: Treat | undefined },
): Promise<readonly Barcode[]> {
  const laid = turned(grey, turn, sheets);
  treat?.(laid, sheets);
  const results = await withinMemory(() => readBarcodes(pgmOf(laid, sheets), OPTIONS));
  return results.flatMap(barcodeOf).map((code) => moved(code, (point) => sourceOf(grey, turn, point)));
}

/** A file of one byte a pixel, where pixels without a file would have to have four. Source: Netpbm, "pgm". */
function pgmOf({ pixels, width, height }: Grey, sheets: Sheets): Uint8Array {
  const header = Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1');
  const file = sheets(1, header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return file;
}

function barcodeOf({ isValid, symbology: family, text, position }: ReadResult): readonly Barcode[] {
  const symbology = SYMBOLOGIES.find((one) => one === family);
  if (!isValid || symbology === undefined) return [];
  const { topLeft, topRight, bottomLeft } = position;
  return [{ text, symbology, topLeft, topRight, bottomLeft }];
}
