import {
  boxAt,
  type Drawing,
  drawnCode,
  drawnOn,
  drawnText,
  type Placed,
  pageOf,
  textAt,
} from '../support/files/drawings.ts';

const MARGIN = 20;

/** What a phone shows after `*#06#`: the IMEIs as bars on a bright sheet, amid a dark screen. */
export async function dialScreen(imeis: readonly string[]): Promise<Drawing> {
  const parts: Placed[] = [{ ...drawnText('IMEI', 14), x: MARGIN, y: 16 }];
  let width = 0;
  for (const [index, imei] of imeis.entries()) {
    const bars = await drawnCode(imei, 'Code128', { height: 30 });
    const y = 50 + index * 70;
    width = Math.max(width, bars.width + 2 * MARGIN);
    parts.push(
      { ...bars, x: MARGIN, y },
      { ...drawnText(`${imei} / 01`, 9), x: MARGIN, y: y + 34 },
    );
  }
  const sheet = drawnOn(width, 60 + imeis.length * 70, parts);
  const screenWidth = width + 2 * MARGIN;
  const screenHeight = sheet.height * 2;
  const screen = `<rect width="${screenWidth}" height="${screenHeight}" fill="#101418"/>`;
  return {
    svg: `${screen}<g transform="translate(${MARGIN} ${sheet.height / 2})">${sheet.svg}</g>`,
    width: screenWidth,
    height: screenHeight,
  };
}

/** Pixels of a module on an iPhone's `*#06#` screen. */
const MODULE = 1.5;
const APPLE_WIDTH = 390;
const APPLE_ROW = 120;

/** The modules of a Code 128 from left to right, true for dark. */
async function modulesOf(digits: string): Promise<readonly boolean[]> {
  const { svg, width } = await drawnCode(digits, 'Code128');
  const modules = Array.from({ length: width }, () => false);
  for (const [, x, wide] of svg.matchAll(/M(\d+) 0h(\d+)/g)) {
    modules.fill(true, Number(x), Number(x) + Number(wide));
  }
  return modules;
}

/**
 * A row of pixels, true for dark. Each pixel shows the module at its middle, so some modules get a
 * pixel more than others.
 */
function byNearest(modules: readonly boolean[], module = MODULE): readonly boolean[] {
  const width = Math.round(modules.length * module);
  return Array.from({ length: width }, (_, x) => modules[Math.floor((x + 0.5) / module)] === true);
}

/**
 * What an iPhone shows after `*#06#`, pixel by pixel: each number with its bars; the EID between
 * them, or no EID.
 */
export async function iosDial(imeis: readonly string[], eid?: string): Promise<Drawing> {
  const [first = '', ...others] = imeis;
  const numbers = [
    ['IMEI', first],
    ...(eid === undefined ? [] : [['EID', eid]]),
    ...others.map((imei) => ['IMEI2', imei]),
  ];
  const parts: string[] = [];
  for (const [index, [name = '', digits = '']] of numbers.entries()) {
    const top = 60 + index * APPLE_ROW;
    const pixels = byNearest(await modulesOf(digits));
    const left = Math.floor((APPLE_WIDTH - pixels.length) / 2);
    const dark = pixels.flatMap((isDark, x) =>
      isDark ? [boxAt({ x: left + x, y: top + 10, width: 1, height: 50 }, '#000')] : [],
    );
    const style = { size: 13, anchor: 'middle' } as const;
    parts.push(
      textAt(APPLE_WIDTH / 2, top, name, style),
      ...dark,
      textAt(APPLE_WIDTH / 2, top + 80, digits, style),
    );
  }
  return pageOf(APPLE_WIDTH, 60 + numbers.length * APPLE_ROW, '#ffffff', parts);
}

/**
 * The label of an Apple box: the second IMEI is at the upper right, the first one at the lower
 * left.
 */
export async function appleBox(
  [first = '', second = '']: readonly string[],
  serial: string,
): Promise<Drawing> {
  const imei = await drawnCode(first, 'Code128', { height: 18 });
  const imei2 = await drawnCode(second, 'Code128', { height: 18 });
  const sn = await drawnCode(`S${serial}`, 'Code128', { height: 18 });
  const texts = [
    textAt(225, 30, 'IMEI/MEID2', { size: 7 }),
    textAt(20, 30, `(S) Serial No. ${serial}`, { size: 7 }),
    textAt(20, 90, `IMEI/MEID ${first}`, { size: 7 }),
  ];
  const label = drawnOn(385, 130, [
    { ...sn, x: 20, y: 34 },
    { ...imei2, x: 225, y: 34 },
    { ...imei, x: 20, y: 94 },
  ]);
  return { ...label, svg: `${label.svg}${texts.join('')}` };
}
