import { readFileSync } from 'node:fs';
import { TAC_LENGTH } from '../../imei/imei.ts';

interface SandboxDevice {
  readonly brand: string;
  readonly model: string;
  /** `info` of a FULL result (interface section 2.2); empty if only the device's name is known. */
  readonly info: object;
}

/** An entry of `devices.json`. What is not certain is left out. */
interface CatalogueEntry extends SandboxDevice {
  /** 8 digits. */
  readonly tac: string;
}

/** Brand and model by the eight digits of a TAC, from an open table. */
export type LookUpTac = (
  tac: string,
) => { readonly brand: string; readonly model: string } | undefined;

/** The device of an IMEI; undefined for the unknown range, and for what is not 14 to 16 digits. */
type FindDevice = (imei: string) => SandboxDevice | undefined;

/** IMEIs that begin with these digits are never found, so that people can try that answer. */
const UNKNOWN_RANGE = '350000';
/** With the check digit, without it, or with a software version instead. */
const IMEI_DIGITS = /^\d{14,16}$/;

function loadCatalogue(): readonly CatalogueEntry[] {
  return JSON.parse(readFileSync(new URL('./devices.json', import.meta.url), 'utf8'));
}

/**
 * Looks in the catalogue, and then in the open table. For all other models it invents a phone whose
 * name says so, so that newcomers can try the phone they have at hand.
 */
export function createFindDevice(lookUpTac: LookUpTac | undefined): FindDevice {
  const byTac = new Map(loadCatalogue().map((entry) => [entry.tac, entry]));
  return (imei) => {
    if (!IMEI_DIGITS.test(imei) || imei.startsWith(UNKNOWN_RANGE)) return undefined;
    const tac = imei.slice(0, TAC_LENGTH);
    const known = byTac.get(tac);
    if (known !== undefined) return known;
    const named = lookUpTac?.(tac) ?? inventedPhone(tac);
    return { brand: named.brand.toUpperCase(), model: named.model, info: {} };
  };
}

function inventedPhone(tac: string): { readonly brand: string; readonly model: string } {
  return { brand: 'Sandbox', model: `Invented phone ${tac}` };
}
