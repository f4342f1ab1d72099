import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { BrokenPicture, LockedDocument, UnknownPicture } from './broken.ts';

/** The used part of a WebAssembly memory; Node 20's types do not declare WebAssembly. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The decoder's code, compiled once for all of its starts. */
export interface Compiled {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly RuntimeError: new () => Error;
  compile(program: Uint8Array<ArrayBuffer>): Promise<Compiled>;
  instantiate(program: Compiled, imports: object): Promise<Instance>;
  readonly Instance: new (program: Compiled, imports: object) => Instance;
};

/** Thrown if the decoder would need more memory for a picture than allowed. */
export class TooLargePicture extends Error {
  override readonly name = 'TooLargePicture';
}

/** The decoder has a fault that this picture meets, and what it has left in its memory is not to be relied on. */
export class DecoderCrashed extends Error {
  override readonly name = 'DecoderCrashed';
}

/** What the decoder may take in all: 16 megapixels of a PNG take some 110 MB. */
const MOST_BYTES = 128 * 1_024 * 1_024;
const PAGE_BYTES = 65_536;

/** A decoder asks so often for what it needs, each time with less to spare. Source: emscripten, libcore.js. */
const TRIES = 3;

/**
 * Bytes of its code, roughly, that a function of a decoder has run before it is compiled once more to run faster. Node 20 begins at
 * 1.8 million: most functions have done all that a picture asks of them by then, and a tenth of the time went into compiling.
 */
const LEAST_RUN = 40_000_000;

let wasRefused = false;
let refusals = 0;
let isShort = false;

/** Compiles a decoder from the file in its package. */
export async function compile(file: string | URL): Promise<Compiled> {
  setFlagsFromString(`--wasm-tiering-budget=${LEAST_RUN}`);
  return WebAssembly.compile(new Uint8Array(await readFile(file)));
}

/**
 * Starts the decoder with a bounded memory. Nothing else bounds it: what a picture unpacks to depends on format, depth and
 * interlacing, up to 24 bytes a pixel. If growth is refused, the decoder fails as on a machine without memory.
 */
export function startBounded(
  program: Compiled,
  imports: object,
  whenReady: (instance: Instance) => void,
  mostBytes = MOST_BYTES,
): Record<string, never> {
  void WebAssembly.instantiate(program, imports).then((instance) => whenReady(bounded(instance, mostBytes)));
  return {};
}

/** As {@link startBounded}, for a decoder that does not wait; returns what it exports. */
export function startBoundedNow(
  program: Compiled,
  imports: object,
  whenReady: (instance: Instance) => void,
  mostBytes: number,
): Instance['exports'] {
  const instance = bounded(new WebAssembly.Instance(program, imports), mostBytes);
  whenReady(instance);
  return instance.exports;
}

function bounded(instance: Instance, mostBytes: number): Instance {
  for (const exported of Object.values(instance.exports)) {
    if (exported instanceof WebAssembly.Memory) bound(exported, mostBytes);
  }
  return instance;
}

function bound(memory: Memory, mostBytes: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > mostBytes) {
      wasRefused = true;
      refusals += 1;
      isShort ||= refusals === TRIES;
      throw new RangeError('the decoder may not take more memory');
    }
    refusals = 0;
    return grow(pages);
  };
}

/**
 * Runs an attempt of the decoder. Throws {@link TooLargePicture} where it failed since it was refused memory, and
 * {@link DecoderCrashed} where it failed of itself.
 */
export async function withinMemory<Code extends { readonly isValid: boolean }>(
  attempt: () => Promise<readonly Code[]>,
): Promise<readonly Code[]> {
  wasRefused = false;
  try {
    const codes = await attempt();
    if (!wasRefused || codes.some(({ isValid }) => isValid)) return codes;
  } catch (error) {
    if (!wasRefused) {
      throw error instanceof WebAssembly.RuntimeError
        ? new DecoderCrashed('the decoder has crashed', { cause: error })
        : error;
    }
  }
  throw new TooLargePicture();
}

/**
 * Runs a decoder that was started for one picture. Throws {@link TooLargePicture} where it failed since it was refused memory,
 * and {@link BrokenPicture} where it failed otherwise, in whatever way.
 */
export function withinBounds<Result>(attempt: () => Result): Result {
  [wasRefused, isShort, refusals] = [false, false, 0];
  try {
    return attempt();
  } catch (error) {
    if (wasRefused || error instanceof TooLargePicture) throw new TooLargePicture();
    if (error instanceof UnknownPicture || error instanceof LockedDocument) throw error;
    throw new BrokenPicture('the decoder has failed', { cause: error });
  }
}

/**
 * Throws {@link TooLargePicture} where a decoder has gone on without memory that it did not get, as it does by leaving out a
 * picture of a page.
 */
export function holdBounds(): void {
  if (isShort) throw new TooLargePicture();
}
