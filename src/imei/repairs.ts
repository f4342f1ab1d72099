import { asImei, hasReportingBody, type Imei, TAC_LENGTH } from './imei.ts';

/** Whether a TAC (8 digits) is in the open TAC table. */
export type KnownTac = (tac: string) => boolean;

/** Knows no TAC, so that no repairs are computed. */
export const NONE_KNOWN: KnownTac = () => false;

/**
 * What 15 digits with a wrong check digit may have been: two neighbours swapped, or one digit mistyped. Contains only
 * numbers with a known TAC that a phone can have; swaps first.
 */
export function repairsOf(digits: string, known: KnownTac): readonly Imei[] {
  if (known === NONE_KNOWN) return [];
  const tried = Array.from(
    digits,
    (digit, at) => digits.slice(0, at) + (digits[at + 1] ?? '') + digit + digits.slice(at + 2),
  );
  for (let at = 0; at < digits.length; at += 1)
    for (let digit = 0; digit < 10; digit += 1)
      tried.push(digits.slice(0, at) + digit + digits.slice(at + 1));
  const imeis = tried.flatMap((one) => asImei(one) ?? []);
  return [...new Set(imeis)].filter((imei) => hasReportingBody(imei) && known(imei.slice(0, TAC_LENGTH)));
}
