import { createRequire } from 'node:module';
import { UnknownPicture } from './broken.ts';
import { compile, startBoundedNow } from './decoder-memory.ts';
import type { Grey } from './grey.ts';

/** The decoder as its package has it: libheif's functions, which take and return numbers and addresses in its memory. */
interface Core {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly [called: `_${string}`]: (...values: readonly number[]) => number;
}

type StartCore = (overrides: {
  readonly instantiateWasm: (imports: object, whenReady: Parameters<typeof startBoundedNow>[2]) => object;
}) => Core;

/** A picture of 13 megapixels in one piece takes some 90 MB. */
const MOST_BYTES = 160 * 1_024 * 1_024;
/** Of `heif_error_code`, `heif_colorspace`, `heif_chroma` and `heif_channel`. Source: libheif, heif_error.h and heif_image.h. */
const UNSUPPORTED_FEATURE = 4;
const YCBCR = 0;
const CHROMA_420 = 1;
const BRIGHTNESS = 0;
/** `heif_decoding_options.ignore_transformations` is its second byte. Source: libheif, heif_decoding.h. */
const IGNORE_TRANSFORMATIONS = 1;
/** Of `heif_item_property_type`, which are the names of the boxes, and `heif_transform_mirror_direction`. Source: heif_properties.h. */
const CUT = Buffer.from('clap').readUInt32BE();
const MIRROR = Buffer.from('imir').readUInt32BE();
const ROTATION = Buffer.from('irot').readUInt32BE();
const MIRROR_VERTICAL = 0;
/** A file that names more is not shown as it says: it has one of each. */
const MOST_CHANGES = 8;
/** Bytes for what a function writes where it is told to: an error of three words, and up to 32 words more. */
const ERROR_BYTES = 12;
const RESULT_BYTES = 128;

/** A picture that is made of tiles, as it was taken: neither turned nor mirrored, and whole. */
export interface Tiling {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of a tile; the last ones may reach beyond the picture. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly width: number;
  readonly height: number;
}

/** What is done with a picture as it was taken. Source: ISO/IEC 23008-12, 6.5.9, 6.5.10 and 6.5.12. */
export type Change =
  /** By so many right angles against the clock. */
  | { readonly kind: 'turn'; readonly turns: number }
  | { readonly kind: 'mirror'; readonly sides: 'left-right' | 'top-bottom' }
  /** Less these shares of its width and its height. */
  | ({ readonly kind: 'cut' } & Borders);

type Size = Pick<Tiling, 'width' | 'height'>;

/** What is left out at each side. */
interface Borders {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** One picture in the decoder. All of it throws where the decoder fails. */
export interface HeicPicture {
  /** How it is divided. */
  tiling(): Tiling;
  /** What is to be done with it to show it, one after the other. */
  changes(): readonly Change[];
  /** All of its brightness, with these changes. */
  whole(): Grey;
  /** The brightness of a tile. */
  tile(column: number, row: number): Grey;
}

/** Loads the decoder; it is begun anew for each picture, whose memory never shrinks. Throws `UnknownPicture` where it is not installed. */
export async function loadHeicCore(): Promise<(file: Uint8Array) => HeicPicture> {
  const require = createRequire(import.meta.url);
  const start: StartCore = orUnknown(() => require('libheif-js/libheif-wasm/libheif.js'));
  const program = await compile(require.resolve('libheif-js/libheif-wasm/libheif.wasm'));
  return (file) =>
    pictureIn(
      start({
        instantiateWasm: (imports, whenReady) => startBoundedNow(program, imports, whenReady, MOST_BYTES),
      }),
      file,
    );
}

function orUnknown<Loaded>(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    throw new UnknownPicture('its decoder is not installed', { cause: error });
  }
}

/** The functions of a decoder that was begun, by their names in libheif, and what they write. */
interface Calls {
  call(name: string, ...values: readonly number[]): number;
  /** Calls a function that returns an error; returns the first word of its result. */
  attempt(name: string, ...values: readonly number[]): number;
  /** A word of the result, from 0. */
  word(index: number): number;
  /** Where results are written. */
  readonly result: number;
}

function callsOf(core: Core): Calls {
  const call = (name: string, ...values: readonly number[]): number =>
    core[`_heif_${name}`]?.(...values) ?? 0;
  const error = core._malloc?.(ERROR_BYTES + RESULT_BYTES) ?? 0;
  const result = error + ERROR_BYTES;
  const word = (index: number): number => core.HEAPU32[(result >> 2) + index] ?? 0;
  return {
    call,
    attempt: (name, ...values) => {
      call(name, error, ...values);
      const code = core.HEAPU32[error >> 2] ?? 0;
      if (code !== 0) throw failureOf(code, name);
      return word(0);
    },
    word,
    result,
  };
}

function failureOf(code: number, name: string): Error {
  const text = `${name} failed with ${code}`;
  return code === UNSUPPORTED_FEATURE ? new UnknownPicture(text) : new Error(text);
}

function pictureIn(core: Core, file: Uint8Array): HeicPicture {
  const calls = callsOf(core);
  const { call, attempt, word, result } = calls;
  const copy = core._malloc?.(file.length) ?? 0;
  core.HEAPU8.set(file, copy);
  const context = call('context_alloc');
  attempt('context_read_from_memory_without_copy', context, copy, file.length, 0);
  const handle = attempt('context_get_primary_image_handle', context, result);
  const asTaken = call('decoding_options_alloc');
  core.HEAPU8[asTaken + IGNORE_TRANSFORMATIONS] = 1;
  const to = [YCBCR, CHROMA_420] as const;
  const tiling = (): Tiling => {
    attempt('image_handle_get_image_tiling', handle, 0, result);
    return {
      columns: word(1),
      rows: word(2),
      tileWidth: word(3),
      tileHeight: word(4),
      width: word(5),
      height: word(6),
    };
  };
  return {
    tiling,
    changes: () => changesOf(calls, [context, call('image_handle_get_item_id', handle)], tiling()),
    whole: () => brightnessOf(core, calls, attempt('decode_image', handle, result, ...to, 0)),
    tile: (column, row) => {
      const of = [...to, asTaken, column, row];
      return brightnessOf(core, calls, attempt('image_handle_decode_image_tile', handle, result, ...of));
    },
  };
}

/** In the order in which the file names them, which is the one that counts. */
function changesOf({ call, word, result }: Calls, item: readonly [number, number], taken: Size): Change[] {
  const count = call('item_get_transformation_properties', ...item, result, MOST_CHANGES);
  const properties = Array.from({ length: Math.min(count, MOST_CHANGES) }, (_, index) => word(index));
  let size = taken;
  return properties.flatMap((property): Change[] => {
    const of = [...item, property] as const;
    const kind = call('item_get_property_type', ...of);
    if (kind === MIRROR) {
      const isUpright = call('item_get_property_transform_mirror', ...of) === MIRROR_VERTICAL;
      return [{ kind: 'mirror', sides: isUpright ? 'top-bottom' : 'left-right' }];
    }
    const { width, height } = size;
    if (kind === CUT) {
      const sides = [0, 1, 2, 3].map((index) => result + 4 * index);
      call('item_get_property_transform_crop_borders', ...of, width, height, ...sides);
      // What would be beyond a side is not there.
      const [left = 0, top = 0, right = 0, bottom = 0] = sides.map((_, index) =>
        Math.max(0, word(index) | 0),
      );
      size = { width: width - left - right, height: height - top - bottom };
      return [
        { kind: 'cut', left: left / width, top: top / height, right: right / width, bottom: bottom / height },
      ];
    }
    if (kind !== ROTATION) return [];
    const turns = call('item_get_property_transform_rotation_ccw', ...of) / 90;
    if (turns % 2 === 1) size = { width: height, height: width };
    return [{ kind: 'turn', turns }];
  });
}

/** Copied, since what the decoder has is given back. */
function brightnessOf(core: Core, { call, word, result }: Calls, image: number): Grey {
  if (call('image_get_bits_per_pixel', image, BRIGHTNESS) !== 8)
    throw new UnknownPicture('its pixels have more than eight bits');
  const width = call('image_get_width', image, BRIGHTNESS);
  const height = call('image_get_height', image, BRIGHTNESS);
  const from = call('image_get_plane_readonly2', image, BRIGHTNESS, result);
  const stride = word(0);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    pixels.set(core.HEAPU8.subarray(from + y * stride, from + y * stride + width), y * width);
  call('image_release', image);
  return { pixels, width, height };
}
