import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { compile, startBounded } from '../decode/decoder-memory.ts';
import type { Grey } from '../decode/grey.ts';
import { type TextLine, textLines } from './lines.ts';

/** What is asked of a picture: all of its text, or that or the digits of the one line it shows. */
export type TextScope = 'page' | 'line' | 'digits';

/** Reads text from pictures. */
export interface TextEngine {
  /** The lines of a picture. Throws {@link TextEngineFailed}, after which the engine is of no more use. */
  read(grey: Grey, asked: TextScope): readonly TextLine[];
}

/** The engine has met a fault or the bound of its memory; what it has left behind is not to be relied on. */
export class TextEngineFailed extends Error {
  override readonly name = 'TextEngineFailed';
}

/** The engine as its package has it. */
interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
  readonly TessBaseAPI: new () => Api;
}

interface Api {
  Init(dataPath: null, language: string, mode: number): number;
  SetVariable(name: string, value: string): void;
  /** Reads a file of {@link Core.FS}, `/input`; returns 1 if it is no picture. */
  SetImageFile(exif: number, radians: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

type StartCore = (overrides: {
  readonly instantiateWasm: (imports: object, whenReady: Parameters<typeof startBounded>[2]) => object;
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
}) => Promise<Core>;

/** What the engine may take: 2.5 megapixels full of text take some 90 MB. */
const MOST_BYTES = 192 * 1_024 * 1_024;
/** The engine's own numbers for what it reads with and for how a page is laid out. */
const BY_NETWORK = 1;
const LAYOUT = { page: '3', line: '7', digits: '7' } as const;
const DIGITS = '0123456789 /-.';

/**
 * Starts the engine from the files of its packages; nothing is fetched. Its usual wrapper is left out: it would start a thread
 * beside the pool, and fetch from a network what it misses.
 */
export async function startTextEngine(): Promise<TextEngine> {
  const wasm = new URL(import.meta.resolve('tesseract.js-core/tesseract-core-simd-lstm.wasm'));
  const letters = import.meta.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  const program = await compile(wasm);
  const start: StartCore = createRequire(import.meta.url)('tesseract.js-core/tesseract-core-simd-lstm.js');
  const core = await start({
    instantiateWasm: (imports, whenReady) => startBounded(program, imports, whenReady, MOST_BYTES),
    print: () => undefined,
    printErr: () => undefined,
  });
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(fileURLToPath(letters))));
  const api = new core.TessBaseAPI();
  if (api.Init(null, 'eng', BY_NETWORK) !== 0) throw new TextEngineFailed('the letters cannot be loaded');
  return { read: (grey, asked) => read(core, api, grey, asked) };
}

function read(core: Core, api: Api, grey: Grey, asked: TextScope): readonly TextLine[] {
  try {
    api.SetVariable('tessedit_pageseg_mode', LAYOUT[asked]);
    api.SetVariable('tessedit_char_whitelist', asked === 'digits' ? DIGITS : '');
    // A line that cannot be read well is read as white on black otherwise as well, which takes as long again.
    api.SetVariable('tessedit_do_invert', grey.isInkBlack === true ? '0' : '1');
    core.FS.writeFile('/input', pgmOf(grey));
    if (api.SetImageFile(1, 0) !== 0) throw new Error('the engine takes no such picture');
    api.Recognize(null);
    const lines = textLines(api.GetTSVText(0));
    api.Clear();
    return lines;
  } catch (error) {
    throw new TextEngineFailed('text could not be read', { cause: error });
  }
}

/** A file of one byte a pixel. Source: Netpbm, "pgm". */
function pgmOf({ pixels, width, height }: Grey): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`, 'latin1'), pixels]);
}
