import { type WebpFrame, webpFrame } from '../containers/webp.ts';
import { BrokenPicture } from './broken.ts';
import { compile, startBounded, TooLargePicture, withinBounds } from './decoder-memory.ts';
import { type Grey, greyOf } from './grey.ts';

/** The decoder as its package has it. It says nothing of its failures, and returns what lies at the start of its memory. */
interface Core {
  readonly HEAPU8: Uint8Array;
  decodeRGBA(file: Uint8Array): { readonly data: Uint8Array } | null;
}

type StartCore = (overrides: {
  readonly instantiateWasm: (imports: object, whenReady: Parameters<typeof startBounded>[2]) => object;
}) => Promise<Core>;

/** 13 megapixels without loss take 8 bytes each and the file. */
const MOST_BYTES = 160 * 1_024 * 1_024;
/** So many bytes at the start of the memory are the same after each failure, and are no picture. */
const FAILURE_BYTES = 4_096;

/** The picture of a WebP, of a moving one the first. Throws {@link BrokenPicture} or {@link TooLargePicture}. */
export async function decodeWebp(file: Uint8Array): Promise<Grey> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const frame = webpFrame(bytes);
  if (frame === undefined || frame.to > bytes.length) throw new BrokenPicture('the picture is not all there');
  const core = await startCore();
  return withinBounds(() => {
    const data = core.decodeRGBA(alone(bytes, frame))?.data;
    const isWhole = data?.length === frame.width * frame.height * 4;
    if (data === undefined || !isWhole || isFailure(data, core)) throw new BrokenPicture('cannot be decoded');
    return greyOf(data, frame.width, frame.height);
  });
}

/** Begun anew for each picture: its memory never shrinks, and what a hostile one has left in it is gone. */
async function startCore(): Promise<Core> {
  const program = await compile(new URL(import.meta.resolve('wasm-webp/dist/esm/webp-wasm.wasm')));
  const glue = import.meta.resolve('wasm-webp/dist/esm/webp-wasm.js');
  const { default: start }: { readonly default: StartCore } = await import(glue);
  return start({
    instantiateWasm: (imports, whenReady) => startBounded(program, imports, whenReady, MOST_BYTES),
  });
}

/** A file with nothing but the picture: neither a canvas of another size, nor an animation, nor what a camera adds. */
function alone(bytes: Buffer, { from, to }: WebpFrame): Uint8Array {
  const chunk = bytes.subarray(from, to);
  const header = Buffer.from('RIFF....WEBP', 'latin1');
  header.writeUInt32LE(4 + chunk.length + (chunk.length % 2), 4);
  return Buffer.concat([header, chunk, Buffer.alloc(chunk.length % 2)]);
}

function isFailure(data: Uint8Array, { HEAPU8 }: Core): boolean {
  return (
    Buffer.compare(
      data.subarray(0, FAILURE_BYTES),
      HEAPU8.subarray(0, Math.min(data.length, FAILURE_BYTES)),
    ) === 0
  );
}
