import { asImei, hasReportingBody, type Imei, type KnownTac, tacOf } from '../imei.ts';

/**
 * Returns what 15 digits with a wrong check digit may have been: two neighbours swapped, or one
 * digit mistyped. Contains only numbers with a known TAC that a phone can have; swaps first.
 */
export function repairsOf(digits: string, known: KnownTac | undefined): readonly Imei[] {
  if (known === undefined) return [];
  const right = [...withNeighboursSwapped(digits), ...withOneDigitReplaced(digits)]
    .map(asImei)
    .filter((imei) => imei !== undefined);
  return [...new Set(right)].filter((imei) => hasReportingBody(imei) && known(tacOf(imei)));
}

function* withNeighboursSwapped(digits: string): Generator<string> {
  for (let index = 1; index < digits.length; index += 1) {
    const left = digits.charAt(index - 1);
    const right = digits.charAt(index);
    yield digits.slice(0, index - 1) + right + left + digits.slice(index + 1);
  }
}

function* withOneDigitReplaced(digits: string): Generator<string> {
  for (let index = 0; index < digits.length; index += 1) {
    for (let digit = 0; digit < 10; digit += 1) {
      yield digits.slice(0, index) + digit + digits.slice(index + 1);
    }
  }
}
