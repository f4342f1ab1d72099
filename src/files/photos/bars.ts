import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { type Grey, pgmOf } from './grey.ts';

/** `all`: codes of two dimensions as well, which take five times as long. */
const FORMATS = {
  linear: ['Code128', 'Code39', 'EANUPC', 'ITF'],
  all: ['Code128', 'Code39', 'EANUPC', 'ITF', 'DataMatrix', 'QRCode', 'PDF417'],
} satisfies Record<string, ReaderOptions['formats']>;

let ready: Promise<unknown> | undefined;

/** Reads the codes of a picture as it is. GS1 content has its application identifiers in parentheses. */
export async function readBars(picture: Grey, formats: keyof typeof FORMATS): Promise<readonly string[]> {
  ready ??= prepare();
  await ready;
  const codes = await readBarcodes(pgmOf(picture), { formats: FORMATS[formats] });
  return codes.filter(({ isValid }) => isValid).map(({ text }) => text);
}

/** Loads the decoder from its package. Otherwise it would be fetched from a network. */
async function prepare(): Promise<void> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true });
}
