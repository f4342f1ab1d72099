import { type Drawing, drawnCode, drawnOn, drawnText, type Placed } from './drawn-codes.ts';

/** What stands on the label of a box. */
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

/** Bars with what they say below them: the serial number, then each IMEI; the article number stands to the right. */
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
    parts.push({ ...bars, x: MARGIN, y }, { ...drawnText(said, 9), x: MARGIN, y: y + BARS_HEIGHT + 2 });
  }
  const x = MARGIN + widest + 2 * QUIET;
  const article = await drawnCode(ean, 'EAN13', { height: 45 });
  parts.push({ ...article, x, y: MARGIN }, { ...drawnText(ean, 9), x, y: MARGIN + 47 });
  return drawnOn(x + EAN_WIDTH + MARGIN, MARGIN + rows.length * ROW, parts);
}

/** What a phone shows after `*#06#`: the IMEIs as bars on a bright sheet, amid a dark screen. */
export async function dialScreen(imeis: readonly string[]): Promise<Drawing> {
  const parts: Placed[] = [{ ...drawnText('IMEI', 14), x: MARGIN, y: 16 }];
  let width = 0;
  for (const [index, imei] of imeis.entries()) {
    const bars = await drawnCode(imei, 'Code128', { height: 30 });
    const y = 50 + index * 70;
    width = Math.max(width, bars.width + 2 * MARGIN);
    parts.push({ ...bars, x: MARGIN, y }, { ...drawnText(`${imei} / 01`, 9), x: MARGIN, y: y + 34 });
  }
  const sheet = drawnOn(width, 60 + imeis.length * 70, parts);
  const [screenWidth, screenHeight] = [width + 2 * MARGIN, sheet.height * 2];
  const screen = `<rect width="${screenWidth}" height="${screenHeight}" fill="#101418"/>`;
  return {
    svg: `${screen}<g transform="translate(${MARGIN} ${sheet.height / 2})">${sheet.svg}</g>`,
    width: screenWidth,
    height: screenHeight,
  };
}
