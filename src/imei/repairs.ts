import { asImei, type Imei, tacOf } from './imei.ts';
import { mendedAt } from './luhn.ts';

/** Whether a TAC (8 digits) is in a table of known ones. */
export type KnownTac = (tac: string) => boolean;

/** What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. */
export function repairsOf(digits: string, known: KnownTac): readonly Imei[] {
  const places = Array.from(digits, (_, index) => index);
  const tried = [
    ...places.slice(1).map((index) => swapped(digits, index)),
    ...places.map((index) => mendedAt(digits, index)),
  ];
  const imeis = tried.map(asImei).filter((imei) => imei !== undefined);
  return [...new Set(imeis)].filter((imei) => known(tacOf(imei)));
}

function swapped(digits: string, index: number): string {
  return `${digits.slice(0, index - 1)}${digits[index]}${digits[index - 1]}${digits.slice(index + 1)}`;
}
