import { asImei, type Imei, TAC_LENGTH } from './imei.ts';
import { mendedAt } from './luhn.ts';
import { hasReportingBody } from './reporting-body.ts';

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/** Knows no TAC, so that no repairs are computed. */
export const NONE_KNOWN: KnownTac = () => false;

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers a phone can have.
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
