import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TAC_LENGTH } from '../../imei/imei.ts';
import type { Info } from './info.ts';

/** What the sandbox knows of a device. `info` is empty for those of which an open table tells the name only. */
export interface SandboxDevice {
  readonly brand: string;
  readonly model: string;
  readonly info: Info;
}

/** A device of the sandbox's catalogue, as it came out. What is not known for sure is left out. */
export interface CatalogueEntry extends SandboxDevice {
  /** 8 digits. */
  readonly tac: string;
}

/**
 * A row of `devices.json`: the fields and units of `Info`, without what is usual. `size` is height, width and thickness;
 * `display` is its type, how many colours, width, height, and the diagonal in inches if it is known.
 */
interface Row extends Omit<CatalogueEntry, 'info'>, Omit<Info, 'size' | 'display'> {
  readonly size?: readonly [height: number, width: number, thickness: number];
  readonly display?: readonly [type: string, colours: string, width: number, height: number, inches?: number];
}

/** Brand and model by the eight digits of a TAC, from an open table. */
export type LookUpTac = (tac: string) => { readonly brand: string; readonly model: string } | undefined;

/** The device of an IMEI; undefined for an unknown one and for any other text. */
type FindDevice = (imei: string) => SandboxDevice | undefined;

type IsRight = (value: unknown) => boolean;

/** With the check digit, without it, or with the version of the software instead. */
const AS_MANY_DIGITS = /^\d{14,16}$/;

const FILE = new URL('./devices.json', import.meta.url);

/** What nearly all devices have, and their rows therefore leave out. */
const USUAL = {
  tel_func: true,
  lan: false,
  lan_ports: null,
  build: 'Bar',
  qwerty: false,
  touch_scr: false,
  wifi_hotspot: false,
} as const satisfies Info;

const text: IsRight = (value) => typeof value === 'string' && value !== '';
const positive: IsRight = (value) => typeof value === 'number' && value > 0;
const flag: IsRight = (value) => typeof value === 'boolean';
const digits =
  (count: number): IsRight =>
  (value) =>
    typeof value === 'string' && value.length === count && /^\d+$/.test(value);
const bands: IsRight = (value) => Array.isArray(value) && value.length > 0 && value.every(text);
const list =
  (...items: readonly IsRight[]): IsRight =>
  (value) =>
    Array.isArray(value) && value.length === items.length && items.every((isRight, at) => isRight(value[at]));
const display: IsRight = (value) =>
  [[], [positive]].some((inches) => list(text, text, positive, positive, ...inches)(value));

const NEEDED = { tac: digits(8), brand: text, model: text } as const;
/** By hand: loading the library for schemas takes longer than all else at the sandbox's start. */
const FIELDS: Readonly<Partial<Record<string, IsRight>>> = {
  ...NEEDED,
  year: list(digits(4), text),
  build: text,
  qwerty: flag,
  touch_scr: flag,
  wifi_hotspot: flag,
  weight: positive,
  size: list(positive, positive, positive),
  battery: list(text, positive),
  talk_time: positive,
  talk_time_umts: positive,
  stand_by: positive,
  int_memory: text,
  memory_card: list(text, positive),
  display,
  gsm_band: bands,
  umts_band: bands,
  hsdpa_band: bands,
  other_band: bands,
  os: text,
  cpu: text,
  cpu_clock: positive,
};

/**
 * Finds devices in the catalogue, and those it lacks in the open table.
 * @throws when the catalogue cannot be read
 */
export function createFindDevice(lookUpTac: LookUpTac | undefined): FindDevice {
  const byTac = new Map(loadCatalogue().map(({ tac, ...device }) => [tac, device]));
  return (imei) => {
    if (!AS_MANY_DIGITS.test(imei)) return undefined;
    const tac = imei.slice(0, TAC_LENGTH);
    const known = byTac.get(tac);
    if (known !== undefined) return known;
    const named = lookUpTac?.(tac);
    return named && { brand: named.brand.toUpperCase(), model: named.model, info: {} };
  };
}

/**
 * The devices the sandbox knows by itself, from the file beside this one.
 * @throws an error that names the line, when a row is not as it should be
 */
export function loadCatalogue(): readonly CatalogueEntry[] {
  return readCatalogue(readFileSync(FILE, 'utf8'));
}

/**
 * @param json a list with one device a line, so that a row can be named by its line
 * @throws an error that names the line, when a row is not as it should be
 */
export function readCatalogue(json: string): readonly CatalogueEntry[] {
  return json.split('\n').flatMap((line, index) => {
    const written = line.trim().replace(/,$/, '');
    return ['', '[', ']'].includes(written) ? [] : [entryOf(rowOf(written, index + 1))];
  });
}

function entryOf({ tac, brand, model, size, display, ...plain }: Row): CatalogueEntry {
  const info = {
    ...USUAL,
    ...plain,
    ...(size && { size: { width: size[1], thickness: size[2], height: size[0] } }),
    ...(display && { display: displayOf(display) }),
  };
  return { tac, brand, model, info };
}

function displayOf([type, colours, width, height, inches]: NonNullable<
  Row['display']
>): Info['display'] & {} {
  const size = { width, height, ...(inches !== undefined && { inches }) };
  return { color: [colours !== 'Monochrome', colours], type, size };
}

function rowOf(line: string, number: number): Row {
  const row = parseLine(line, number);
  // A field that is missing shows as its own check, which is not as it should be.
  const wrong = Object.entries({ ...NEEDED, ...row }).filter(([field, value]) => !FIELDS[field]?.(value));
  if (wrong.length > 0) {
    throw unreadable(number, `not as it should be: ${wrong.map(([field]) => field).join(', ')}`);
  }
  return row;
}

/** Not looked at yet: whatever the line holds. */
function parseLine(line: string, number: number): Row {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw unreadable(number, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(number: number, why: string): Error {
  return new Error(`${fileURLToPath(FILE)}, line ${number}: ${why}`);
}
