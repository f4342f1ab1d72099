import { type Imei, imeiParts, tacOf } from '../imei.ts';
import type { KnownTac } from '../number/read.ts';

/** The types and serial numbers of some IMEIs, which other IMEIs of the same phones share. */
export interface Kin {
  readonly types: ReadonlySet<string>;
  readonly serials: ReadonlySet<string>;
}

/** What numbers that are called IMEI have in common with others of their phones. */
export function kinOf(called: readonly Imei[]): Kin {
  const parts = called.map(imeiParts);
  return {
    types: new Set(parts.map(({ tac }) => tac)),
    serials: new Set(parts.map(({ serial }) => serial)),
  };
}

/**
 * Whether something tells that a number is of a phone, whatever its name: the open TAC table knows its type, or it is of a type, or has
 * a serial number, that those called IMEI have as well, as the second IMEIs of phones do.
 */
export function isAkin(imei: Imei, { types, serials }: Kin, known: KnownTac): boolean {
  const tac = tacOf(imei);
  return types.has(tac) || serials.has(imeiParts(imei).serial) || known(tac);
}
