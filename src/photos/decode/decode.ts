import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { type Barcode, moved, SYMBOLOGIES } from '../barcode.ts';
import { startBounded, withinMemory } from './decoder-memory.ts';
import { type Grey, sourceOf, type Turn, turned } from './grey.ts';

/** The file cannot be decoded as a picture. */
export class BrokenPicture extends Error {
  override readonly name = 'BrokenPicture';
}

const OPTIONS: ReaderOptions = {
  formats: [...SYMBOLOGIES],
  // Turned by quarters, inverted and made smaller, the library tries by itself.
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  tryDenoise: true,
};
/** An opaque pixel whose red, green and blue are its shade. */
const OPAQUE = 0xff_00_00_00;
const GREY = 0x01_01_01;

/** Loads the decoder from the file in its package. Without this it would be fetched from a network. */
export async function prepareDecoder(): Promise<void> {
  const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const program = new Uint8Array(await readFile(file));
  await prepareZXingModule({
    overrides: {
      instantiateWasm: (imports: object, whenReady: Parameters<typeof startBounded>[2]) =>
        startBounded(program, imports, whenReady),
    },
    fireImmediately: true,
  });
}

/** The codes on an encoded picture (PNG, JPEG, GIF, BMP) as it is. Throws {@link BrokenPicture}, or `TooLargePicture`. */
export async function decodeFile(file: Uint8Array): Promise<readonly Barcode[]> {
  const results = await withinMemory(() => readBarcodes(file, OPTIONS));
  const [first] = results;
  // Codes with errors are not asked for: the library tells a file it cannot decode as one code that is not valid.
  if (first !== undefined && !first.isValid) throw new BrokenPicture(first.error);
  return results.flatMap(barcodeOf);
}

/** The codes on a picture that is turned and enlarged first, each at its place in the picture before. */
export async function decodeTurned(
  grey: Grey,
  turn: Turn,
  treat: (grey: Grey) => Grey = (same) => same,
): Promise<readonly Barcode[]> {
  const { pixels, width, height } = treat(turned(grey, turn));
  const rgba = new Uint32Array(pixels.length);
  for (let index = 0; index < rgba.length; index += 1) rgba[index] = OPAQUE | ((pixels[index] ?? 0) * GREY);
  const data = new Uint8ClampedArray(rgba.buffer);
  const results = await withinMemory(() =>
    readBarcodes({ data, width, height, colorSpace: 'srgb' }, OPTIONS),
  );
  return results.flatMap(barcodeOf).map((code) => moved(code, (point) => sourceOf(grey, turn, point)));
}

function barcodeOf({ isValid, symbology: family, text, position }: ReadResult): readonly Barcode[] {
  const symbology = SYMBOLOGIES.find((one) => one === family);
  if (!isValid || symbology === undefined) return [];
  const { topLeft, topRight, bottomLeft } = position;
  return [{ text, symbology, topLeft, topRight, bottomLeft }];
}
