import type { Drawing } from './drawn-codes.ts';

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

/** A filled rectangle, with round corners if asked. */
export function boxAt(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

/** Parts of an SVG on a page of one colour. */
export function pageOf(width: number, height: number, background: string, parts: readonly string[]): Drawing {
  return { svg: `${boxAt(0, 0, width, height, background)}${parts.join('')}`, width, height };
}
