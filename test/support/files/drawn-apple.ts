import { type Drawing, drawnCode, drawnOn } from './drawn-codes.ts';
import { boxAt, pageOf, textAt } from './drawn-text.ts';

/** Pixels of a module on an iPhone's `*#06#` screen. */
const MODULE = 1.5;
const WIDTH = 390;
const ROW = 120;

/** The modules of a Code 128 from left to right, true for dark. */
async function modulesOf(digits: string): Promise<readonly boolean[]> {
  const { svg, width } = await drawnCode(digits, 'Code128');
  const modules = Array.from({ length: width }, () => false);
  for (const [, x, wide] of svg.matchAll(/M(\d+) 0h(\d+)/g))
    modules.fill(true, Number(x), Number(x) + Number(wide));
  return modules;
}

/** A row of pixels, true for dark, in which each shows the module that its middle falls on: some modules get one more. */
function byNearest(modules: readonly boolean[], module = MODULE): readonly boolean[] {
  const width = Math.round(modules.length * module);
  return Array.from({ length: width }, (_, x) => modules[Math.floor((x + 0.5) / module)] === true);
}

/** What an iPhone shows after `*#06#`, pixel by pixel: each number with its bars; the EID between them, or no EID. */
export async function iosDial(imeis: readonly string[], eid?: string): Promise<Drawing> {
  const [first = '', ...others] = imeis;
  const numbers = [
    ['IMEI', first],
    ...(eid === undefined ? [] : [['EID', eid]]),
    ...others.map((imei) => ['IMEI2', imei]),
  ];
  const parts: string[] = [];
  for (const [index, [name = '', digits = '']] of numbers.entries()) {
    const top = 60 + index * ROW;
    const pixels = byNearest(await modulesOf(digits));
    const left = Math.floor((WIDTH - pixels.length) / 2);
    const dark = pixels.flatMap((isDark, x) => (isDark ? [boxAt(left + x, top + 10, 1, 50, '#000')] : []));
    const style = { size: 13, anchor: 'middle' } as const;
    parts.push(textAt(WIDTH / 2, top, name, style), ...dark, textAt(WIDTH / 2, top + 80, digits, style));
  }
  return pageOf(WIDTH, 60 + numbers.length * ROW, '#ffffff', parts);
}

/** The label of an Apple box: the second IMEI stands at the upper right, the first at the lower left. */
export async function appleBox(
  [first = '', second = '']: readonly string[],
  serial: string,
): Promise<Drawing> {
  const [imei, imei2, sn] = [
    await drawnCode(first, 'Code128', { height: 18 }),
    await drawnCode(second, 'Code128', { height: 18 }),
    await drawnCode(`S${serial}`, 'Code128', { height: 18 }),
  ];
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
