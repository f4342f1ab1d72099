import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

/** A piece of an SVG, drawn from 0,0 to its width and height. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** One drawing on another. */
export interface Placed extends Drawing {
  readonly x: number;
  readonly y: number;
}

/** A code whose narrowest bar, or whose square, is one unit wide; bars are `height` high. */
export async function drawnCode(
  text: string,
  format: NonNullable<WriterOptions['format']>,
  { height, options = '' }: { readonly height?: number; readonly options?: string } = {},
): Promise<Drawing> {
  prepareZXingModule({ overrides: { wasmBinary: wasmOf('zxing-wasm/writer/zxing_writer.wasm') } });
  const { svg, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: false, options });
  const [, width, drawnHeight] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  const [group] = /<g id="barcode"[\s\S]*<\/g>/.exec(svg) ?? [];
  if (group === undefined) throw new Error(`no ${format} of ${text}: ${error}`);
  const stretched = (height ?? Number(drawnHeight)) / Number(drawnHeight);
  return {
    svg: `<g transform="scale(1 ${stretched})">${group}</g>`,
    width: Number(width),
    height: height ?? Number(drawnHeight),
  };
}

/** Drawings side by side and below each other on white paper. */
export function drawnOn(width: number, height: number, parts: readonly Placed[]): Drawing {
  const placed = parts.map(({ svg, x, y }) => `<g transform="translate(${x} ${y})">${svg}</g>`);
  return {
    svg: `<rect width="${width}" height="${height}" fill="#fff"/>${placed.join('')}`,
    width,
    height,
  };
}

/** A line of text as high as `size`. */
export function drawnText(text: string, size: number): Drawing {
  return {
    svg: `<text y="${size}" font-family="DejaVu Sans" font-size="${size}" fill="#000">${text}</text>`,
    width: text.length * size,
    height: size,
  };
}

/** The writer's own copy in its package; shared, so that it is prepared once. */
let wasm: ArrayBuffer | undefined;
function wasmOf(specifier: string): ArrayBuffer {
  if (wasm === undefined) {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(specifier)));
    wasm = new Uint8Array(bytes).buffer;
  }
  return wasm;
}
