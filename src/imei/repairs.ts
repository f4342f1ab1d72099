import { mendedAt } from './digits.ts';
import { asImei, hasReportingBody, type Imei, TAC_LENGTH } from './imei.ts';

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/** Knows no TAC, so that no repairs are computed. */
export const NONE_KNOWN: KnownTac = () => false;

/** Letters that people and text recognition write for a digit, Latin and Cyrillic. */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    0: 'OoDQОо',
    1: 'IilLІі',
    2: 'Zz',
    3: 'Зз',
    5: 'Ss',
    6: 'Gbб',
    8: 'BВ',
    9: 'gq',
  }).flatMap(([digit, letters]) => [...letters].map((letter) => [letter, digit] as const)),
);
const SHORTEST_WORD = 6;

/** The digits of a word in which at most a third are letters that look like digits; undefined for any other word. */
export function withoutLookalikes(word: string): string | undefined {
  if (word.length < SHORTEST_WORD || /\d{15}/.test(word)) return undefined;
  const letters = word.replace(/\d/g, '');
  if (letters.length * 3 > word.length) return undefined;
  const digits = word.replace(/\D/g, (letter) => LOOKALIKES.get(letter) ?? letter);
  return /^\d+$/.test(digits) ? digits : undefined;
}

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers with a known TAC that a phone can have; swaps first.
 */
export function repairsOf(digits: string, known: KnownTac): readonly Imei[] {
  if (known === NONE_KNOWN) return [];
  const ownKnown = known(digits.slice(0, TAC_LENGTH));
  const imeis = new Set<Imei>();
  const offer = (tried: string, from: number): void => {
    // A change behind the TAC leaves the TAC as it was.
    if (from >= TAC_LENGTH ? !ownKnown : !known(tried.slice(0, TAC_LENGTH))) return;
    const imei = asImei(tried);
    if (imei !== undefined && hasReportingBody(imei)) imeis.add(imei);
  };
  for (let index = 1; index < digits.length; index += 1) offer(swapped(digits, index), index - 1);
  for (let index = 0; index < digits.length; index += 1) offer(mendedAt(digits, index), index);
  return [...imeis];
}

function swapped(digits: string, index: number): string {
  return `${digits.slice(0, index - 1)}${digits[index]}${digits[index - 1]}${digits.slice(index + 1)}`;
}
