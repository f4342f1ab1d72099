import { mayBeBareImei } from '../../imei/number/digits.ts';
import { loadCatalogue } from './catalogue.ts';
import type { Info } from './info.ts';

/** What the sandbox knows of a device. `info` is empty for those of which an open table tells the name only. */
export interface SandboxDevice {
  readonly brand: string;
  readonly model: string;
  readonly info: Info;
}

/** Brand and model by the eight digits of a TAC, from an open table. */
export type LookUpTac = (tac: string) => { readonly brand: string; readonly model: string } | undefined;

const TAC_DIGITS = 8;

/** The device of an IMEI; undefined for an unknown one and for any other text. */
export type FindDevice = (imei: string) => SandboxDevice | undefined;

/**
 * Finds devices in the catalogue, and those it lacks in the open table.
 * @throws when the catalogue cannot be read
 */
export function createFindDevice(lookUpTac: LookUpTac | undefined): FindDevice {
  const byTac = new Map(loadCatalogue().map(({ tac, ...device }) => [tac, device]));
  return (imei) => {
    if (!mayBeBareImei(imei)) return undefined;
    const tac = imei.slice(0, TAC_DIGITS);
    const known = byTac.get(tac);
    if (known !== undefined) return known;
    const named = lookUpTac?.(tac);
    return named && { brand: named.brand.toUpperCase(), model: named.model, info: {} };
  };
}
