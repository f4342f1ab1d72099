import { type Imei, imeiParts, tacOf } from '../../imei/number/imei.ts';
import type { KnownTac } from '../../imei/number/repairs.ts';
import type { Tally } from './tally.ts';

/** The share of a column's numbers that has to be vouched for. */
const MOST = 0.5;

/** What the columns of a file that are called IMEI say of its other columns. */
export interface Called {
  /** There is such a column. */
  readonly isAny: boolean;
  readonly types: ReadonlySet<string>;
  readonly serials: ReadonlySet<string>;
}

/** What these columns say, which are called IMEI. */
export function calledIn(tallies: readonly Tally[]): Called {
  const parts = tallies.flatMap(({ sample }) => [...sample].map(imeiParts));
  return {
    isAny: tallies.length > 0,
    types: new Set(parts.map(({ tac }) => tac)),
    serials: new Set(parts.map(({ serial }) => serial)),
  };
}

/**
 * Whether something tells that the numbers of a column are of phones, whatever its title: the open TAC table knows most of their types,
 * or most are of a type, or have a serial number, that those called IMEI have as well, as the second IMEIs of phones do.
 */
export function isVouchedFor({ sample }: Tally, { types, serials }: Called, known: KnownTac): boolean {
  const isSo = (imei: Imei): boolean =>
    types.has(tacOf(imei)) || serials.has(imeiParts(imei).serial) || known(tacOf(imei));
  return sample.size > 0 && [...sample].filter(isSo).length >= sample.size * MOST;
}
