import { mayBeBareImei } from '../../imei/digits.ts';
import type { Barcode, Point } from '../barcode.ts';
import type { Grey } from '../decode/grey.ts';
import { digitsInModules, MODULE_COUNTS } from './code128.ts';

/** Rows that are looked at, evenly spread; bars are far higher. */
const ROWS = 240;
/** Rows that have to agree. */
const AGREEING = 2;
/** Least difference of dark and light in a row with bars. */
const CONTRAST = 60;
/** Widths of light, in pixels, that are tried as the margin of a code: ten modules, and more than the four inside of it. */
const MARGINS: readonly number[] = [8, 12, 18, 27, 40];
/** Dark bars of a code of 14 to 16 digits; a few may have run together. */
const BARS = { least: 24, most: 60 };
/** Shares of a module at which it is sampled: its edges may have fallen to either side. */
const PHASES: readonly number[] = [0.5, 0.4, 0.6];
/** Samples along the line of a code that was found by another reader, and how far it reaches beyond its ends. */
const ALONG = { samples: 1_200, beyond: 0.06 };
const LEVELS: readonly number[] = [0.3, 0.5, 0.7];

/** A stretch of a row that begins and ends dark. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly bars: number;
}

/**
 * The Code 128 of 14 to 16 digits in a picture that stands upright, such as a screenshot. iPhones draw bars one and a half
 * pixels wide by the nearest pixel, so that widths differ by a third; a reader that measures widths rejects them or reads
 * other digits. Here each row is sampled in the middle of each module, wherever its edges have fallen.
 */
export function barsOnGrid(grey: Grey): readonly Barcode[] {
  const step = Math.max(1, Math.floor(grey.height / ROWS));
  const found = new Map<string, { readonly stretch: Stretch; readonly rows: number[] }>();
  for (let y = 0; y < grey.height; y += step) {
    const row = grey.pixels.subarray(y * grey.width, (y + 1) * grey.width);
    for (const { digits, stretch } of codesInRow(row)) {
      const before = found.get(digits);
      if (before === undefined) found.set(digits, { stretch, rows: [y] });
      else before.rows.push(y);
    }
  }
  return [...found].flatMap(([text, { stretch, rows }]) => {
    if (rows.length < AGREEING) return [];
    const [top = 0, bottom = 0] = [rows[0], rows.at(-1)];
    const corner = (x: number, y: number): Point => ({ x, y });
    return {
      text,
      symbology: 'Code128' as const,
      topLeft: corner(stretch.start, top),
      topRight: corner(stretch.end, top),
      bottomLeft: corner(stretch.start, bottom),
    };
  });
}

/**
 * Whether the modules of a code's own lines say other digits than a reader that measures widths. A wrong reading has the right
 * check symbol now and then, and of ten such numbers one the right check digit.
 */
export function isContested(grey: Grey, code: Barcode): boolean {
  if (code.symbology !== 'Code128' || !mayBeBareImei(code.text)) return false;
  const digits = LEVELS.flatMap((level) => codesInRow(rowAlong(grey, code, level))).map((one) => one.digits);
  return digits.length > 0 && !digits.includes(code.text);
}

/** A line through a code, at a share of its height. */
function rowAlong(grey: Grey, { topLeft, topRight, bottomLeft }: Barcode, level: number): Uint8Array {
  const startX = topLeft.x + (bottomLeft.x - topLeft.x) * level;
  const startY = topLeft.y + (bottomLeft.y - topLeft.y) * level;
  return Uint8Array.from({ length: ALONG.samples }, (_, index) => {
    const share = (index / ALONG.samples) * (1 + 2 * ALONG.beyond) - ALONG.beyond;
    return shadeAt(
      grey,
      startX + (topRight.x - topLeft.x) * share,
      startY + (topRight.y - topLeft.y) * share,
    );
  });
}

function codesInRow(row: Uint8Array): readonly { readonly digits: string; readonly stretch: Stretch }[] {
  let [darkest, lightest] = [255, 0];
  for (const shade of row) {
    darkest = Math.min(darkest, shade);
    lightest = Math.max(lightest, shade);
  }
  if (lightest - darkest < CONTRAST) return [];
  const dark = (darkest + lightest) / 2;
  const tried = new Set<number>();
  return MARGINS.flatMap((margin) =>
    stretchesIn(row, dark, margin).flatMap((stretch) => {
      const known = stretch.start * row.length + stretch.end;
      if (tried.has(known)) return [];
      tried.add(known);
      const digits = digitsOn(row, dark, stretch);
      return digits === undefined ? [] : [{ digits, stretch }];
    }),
  );
}

/** The stretches of a row without a light part as wide as the margin. */
function stretchesIn(row: Uint8Array, dark: number, margin: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [start, end, bars] = [-1, -1, 0];
  const close = (): void => {
    if (bars >= BARS.least && bars <= BARS.most) stretches.push({ start, end, bars });
    [start, bars] = [-1, 0];
  };
  for (let x = 0; x < row.length; x += 1) {
    if ((row[x] ?? 255) >= dark) continue;
    if (start >= 0 && x - end >= margin) close();
    if (x !== end || start < 0) bars += 1;
    if (start < 0) start = x;
    end = x + 1;
  }
  close();
  return stretches;
}

function digitsOn(row: Uint8Array, dark: number, { start, end }: Stretch): string | undefined {
  const left = start - reachOf(row, dark, { inside: start, outside: start - 1 });
  const right = end + reachOf(row, dark, { inside: end - 1, outside: end });
  for (const count of MODULE_COUNTS) {
    const width = (right - left) / count;
    if (width < 1) continue;
    const read = PHASES.map((phase) => digitsInModules(modulesOn(row, dark, { left, width, count, phase })));
    const digits = read.find((one) => one !== undefined);
    if (digits !== undefined) return digits;
  }
  return undefined;
}

interface Modules {
  readonly left: number;
  /** Of one module. */
  readonly width: number;
  readonly count: number;
  readonly phase: number;
}

function modulesOn(row: Uint8Array, dark: number, { left, width, count, phase }: Modules): string {
  let modules = '';
  for (let index = 0; index < count; index += 1) {
    modules += between(row, left + (index + phase) * width) < dark ? '1' : '0';
  }
  return modules;
}

/** How far an edge lies beyond the border of its last dark pixel, in pixels, by the shade of the one outside. */
function reachOf(
  row: Uint8Array,
  dark: number,
  { inside, outside }: { readonly inside: number; readonly outside: number },
): number {
  const [here, there] = [row[inside] ?? 0, row[outside] ?? 255];
  return (dark - here) / Math.max(1, there - here) - 0.5;
}

/** The shade at a place of a row, where pixel 0 reaches from 0 to 1. */
function between(row: Uint8Array, place: number): number {
  const from = Math.max(0, Math.floor(place - 0.5));
  const first = row[from] ?? 255;
  return first + ((row[from + 1] ?? 255) - first) * Math.min(1, Math.max(0, place - 0.5 - from));
}

function shadeAt({ pixels, width, height }: Grey, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
  return pixels[row * width + column] ?? 255;
}
