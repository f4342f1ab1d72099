import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer';

/** The writer in its package. */
const WRITER = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))),
).buffer;

/** A piece of an SVG, drawn from 0,0 to its width and height. */
export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** One drawing on another. */
export type Placed = Drawing & { readonly x: number; readonly y: number };

/** A code whose narrowest bar, or whose square, is one unit wide; bars are `height` high. */
export async function drawnCode(
  text: string,
  format: NonNullable<WriterOptions['format']>,
  { height }: { readonly height?: number } = {},
): Promise<Drawing> {
  prepareZXingModule({ overrides: { wasmBinary: WRITER } });
  const { svg, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: false });
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

/** How a line of text is drawn. */
export interface TextStyle {
  readonly size: number;
  readonly color?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** One line of text whose baseline is at `y`. */
export function textAt(
  x: number,
  y: number,
  text: string,
  { size, color = '#000', bold = false, anchor = 'start' }: TextStyle,
): string {
  const weight = bold ? ' font-weight="bold"' : '';
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" fill="${color}" text-anchor="${anchor}"${weight}>${safe}</text>`;
}

/** A rectangle from its left upper corner. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A filled rectangle, with round corners if asked. */
export function boxAt({ x, y, width, height }: Box, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

/** Parts of an SVG on a page of one colour. */
export function pageOf(
  width: number,
  height: number,
  background: string,
  parts: readonly string[],
): Drawing {
  return {
    svg: `${boxAt({ x: 0, y: 0, width, height }, background)}${parts.join('')}`,
    width,
    height,
  };
}
