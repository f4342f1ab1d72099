import { type Drawing, drawnCode, drawnOn, drawnText, type Placed } from './drawings.ts';

/** The content of the label of a box. */
export interface BoxLabel {
  readonly imeis: readonly string[];
  readonly serial: string;
  /** 13 digits. */
  readonly ean: string;
}

const BARS_HEIGHT = 20;
const ROW = 44;
const MARGIN = 20;
const EAN_WIDTH = 95;
const QUIET = 12;

/**
 * The label of a box: bars for the serial number and for each IMEI, with the text below them, and
 * to their right the article number.
 */
export async function boxLabel({ imeis, serial, ean }: BoxLabel): Promise<Drawing> {
  const rows = [
    { text: serial, said: `S/N: ${serial}` },
    ...imeis.map((imei, index) => ({ text: imei, said: `IMEI${index + 1}: ${imei}` })),
  ];
  const parts: Placed[] = [];
  let widest = 0;
  for (const [index, { text, said }] of rows.entries()) {
    const y = MARGIN + index * ROW;
    const bars = await drawnCode(text, 'Code128', { height: BARS_HEIGHT });
    widest = Math.max(widest, bars.width);
    parts.push(
      { ...bars, x: MARGIN, y },
      { ...drawnText(said, 9), x: MARGIN, y: y + BARS_HEIGHT + 2 },
    );
  }
  const x = MARGIN + widest + 2 * QUIET;
  const article = await drawnCode(ean, 'EAN13', { height: 45 });
  parts.push({ ...article, x, y: MARGIN }, { ...drawnText(ean, 9), x, y: MARGIN + 47 });
  return drawnOn(x + EAN_WIDTH + MARGIN, MARGIN + rows.length * ROW, parts);
}
