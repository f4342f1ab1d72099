import { CATALOGUE } from './catalogue/catalogue.ts';
import type { Info } from './info.ts';

/** What the sandbox knows of a device. `info` is empty for those of which an open table tells the name only. */
export interface SandboxDevice {
  readonly brand: string;
  readonly model: string;
  readonly info: Info;
}

/** Brand and model by the eight digits of a TAC, from an open table. */
export type LookUpTac = (tac: string) => { readonly brand: string; readonly model: string } | undefined;

/** 14 digits have no check digit, 16 are an IMEISV. */
const IMEI_FORM = /^\d{14,16}$/;
const TAC_DIGITS = 8;

const byTac = new Map(CATALOGUE.map(({ tac, ...device }) => [tac, device]));

/** The device of an IMEI, from the catalogue or else from the open table; nothing for any other text. */
export function findDevice(imei: string, lookUpTac: LookUpTac | undefined): SandboxDevice | undefined {
  if (!IMEI_FORM.test(imei)) return undefined;
  const tac = imei.slice(0, TAC_DIGITS);
  const known = byTac.get(tac);
  if (known !== undefined) return known;
  const named = lookUpTac?.(tac);
  return named && { brand: named.brand.toUpperCase(), model: named.model, info: {} };
}
