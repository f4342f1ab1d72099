import { PDFiumLibrary } from '@hyzyla/pdfium';
import { compile, startBounded } from '../decode/decoder-memory.ts';

/** PDFium's own functions, which its package does not offer all of, and its memory. */
export interface Library {
  /** Calls a function by name, as `FPDF_LoadPage`; what it returns is a number or an address. */
  call(name: string, ...values: readonly number[]): number;
  /** Bytes of its memory. They may move with the next call. */
  bytes(from: number, length: number): Buffer;
}

/** What a page of 4 megapixels and its pictures may take beside the file. */
const MOST_BYTES = 128 * 1_024 * 1_024;

/**
 * Starts PDFium anew for one document: its memory never shrinks, and what a hostile one has left in it is gone. It is built
 * without scripts and forms.
 */
export async function startLibrary(): Promise<Library> {
  const program = await compile(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  let exported: Readonly<Record<string, unknown>> = {};
  await PDFiumLibrary.init({
    instantiateWasm: (imports: object, whenReady: Parameters<typeof startBounded>[2]) =>
      startBounded(
        program,
        imports,
        (instance) => {
          exported = instance.exports;
          whenReady(instance);
        },
        MOST_BYTES,
      ),
  });
  return {
    call: (name, ...values) => {
      const found = exported[name];
      if (typeof found !== 'function') throw new Error(`PDFium has no ${name}`);
      return Number(found(...values));
    },
    bytes: (from, length) => Buffer.from(memoryOf(exported), from, length),
  };
}

function memoryOf({ memory }: Readonly<Record<string, unknown>>): ArrayBuffer {
  const buffer =
    typeof memory === 'object' && memory !== null && 'buffer' in memory ? memory.buffer : undefined;
  if (buffer instanceof ArrayBuffer) return buffer;
  throw new Error('PDFium shows no memory');
}
