import { createRequire } from 'node:module';
import { UnknownPicture } from './broken.ts';
import { compile, startBoundedNow, withinBounds } from './decoder-memory.ts';
import type { Grey } from './grey.ts';

/** The decoder as its package has it. */
interface Core {
  readonly heif_colorspace: { readonly heif_colorspace_YCbCr: unknown };
  readonly heif_chroma: { readonly heif_chroma_420: unknown };
  readonly heif_error_code: { readonly heif_error_Unsupported_feature: unknown };
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, file: Uint8Array): Partial<Failure>;
  heif_js_context_get_primary_image_handle(context: object): Partial<Failure>;
  heif_js_decode_image2(handle: object, colours: unknown, chroma: unknown): Decoded | Failure;
}

interface Failure {
  readonly code: unknown;
  readonly message: string;
}

interface Decoded {
  /** The first one is how bright each pixel is. */
  readonly channels: readonly {
    readonly data: Uint8Array;
    readonly stride: number;
    readonly width: number;
    readonly height: number;
    readonly bits_per_pixel: number;
  }[];
}

type StartCore = (overrides: {
  readonly instantiateWasm: (imports: object, whenReady: Parameters<typeof startBoundedNow>[2]) => object;
}) => Core;

/** 13 megapixels take some 90 MB. */
const MOST_BYTES = 160 * 1_024 * 1_024;

/**
 * The picture of a HEIC, as iPhones send it as a file. Throws {@link UnknownPicture} where its decoder is not installed, which
 * an operator may leave out (LGPL), or does not know the kind; `BrokenPicture` or `TooLargePicture` else.
 */
export async function decodeHeic(file: Uint8Array): Promise<Grey> {
  const start = await loadCore();
  return withinBounds(() => {
    const core = start();
    const context = core.heif_context_alloc();
    core.heif_context_read_from_memory(context, file);
    // What could not be read has no picture, which is what the next one says then.
    const handle = core.heif_js_context_get_primary_image_handle(context);
    if (handle.message !== undefined) throw new Error(handle.message);
    const { heif_colorspace: colours, heif_chroma: chroma } = core;
    const decoded = core.heif_js_decode_image2(handle, colours.heif_colorspace_YCbCr, chroma.heif_chroma_420);
    if (!('channels' in decoded)) throw failureOf(core, decoded);
    return brightness(decoded);
  });
}

/** Begun anew for each picture: its memory never shrinks, and what a hostile one has left in it is gone. */
async function loadCore(): Promise<() => Core> {
  const require = createRequire(import.meta.url);
  const start: StartCore = orUnknown(() => require('libheif-js/libheif-wasm/libheif.js'));
  const program = await compile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return () =>
    start({
      instantiateWasm: (imports, whenReady) => startBoundedNow(program, imports, whenReady, MOST_BYTES),
    });
}

function orUnknown<Loaded>(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    throw new UnknownPicture('its decoder is not installed', { cause: error });
  }
}

function failureOf({ heif_error_code: codes }: Core, { code, message }: Failure): Error {
  return code === codes.heif_error_Unsupported_feature ? new UnknownPicture(message) : new Error(message);
}

function brightness({ channels: [luma] }: Decoded): Grey {
  if (luma?.bits_per_pixel !== 8) throw new UnknownPicture('its pixels have more than eight bits');
  const { data, stride, width, height } = luma;
  // Copied, since the decoder's whole memory would stay with a part of it.
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) pixels.set(data.subarray(y * stride, y * stride + width), y * width);
  return { pixels, width, height };
}
