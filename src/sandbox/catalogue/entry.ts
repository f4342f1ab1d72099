import type { Display, Info } from '../info.ts';

/** A device of the sandbox's catalogue, as it came out. What is not known for sure is left out. */
export interface CatalogueEntry {
  /** 8 digits. */
  readonly tac: string;
  readonly brand: string;
  readonly model: string;
  readonly info: Info;
}

type MakeEntry = (tac: string, model: string, info: Info) => CatalogueEntry;

const PHONE = { tel_func: true, lan: false, lan_ports: null } as const satisfies Info;

/** Rows for a maker's phones with keys, before phones could be hotspots. */
export function phonesOf(brand: string): MakeEntry {
  return row(brand, { ...PHONE, build: 'Bar', qwerty: false, touch_scr: false, wifi_hotspot: false });
}

/** Rows for a maker's phones that are all screen. */
export function smartphonesOf(brand: string): MakeEntry {
  return row(brand, { ...PHONE, build: 'Bar', qwerty: false, touch_scr: true, wifi_hotspot: true });
}

export function mm(height: number, width: number, thickness: number): NonNullable<Info['size']> {
  return { width, thickness, height };
}

/** A display without colours, in pixels. */
export function mono(width: number, height: number): Display {
  return { color: [false, 'Monochrome'], type: 'LCD', size: { width, height } };
}

/** A display with so many colours (`65K`); width and height in pixels. */
export function colour(
  colours: string,
  type: string,
  size: { width: number; height: number; inches?: number },
): Display {
  return { color: [true, colours], type, size };
}

function row(brand: string, usual: Info): MakeEntry {
  return (tac, model, info) => ({ tac, brand, model, info: { ...usual, ...info } });
}
