import type { DigitGroup } from './groups.ts';

/** A group of digits, or several that are one number. */
export interface WrittenNumber extends DigitGroup {
  /** Whether its groups have no known form and it is not an IMEI: it may be mistyped. */
  readonly hasOddGroups?: boolean;
}

/** Returns groups as one number: `35-693803-564380-9` of 35, 693803, 564380 and 9. */
export function asOneNumber(groups: readonly DigitGroup[]): WrittenNumber {
  return {
    start: groups[0]?.start ?? 0,
    end: groups.at(-1)?.end ?? 0,
    digits: digitsOf(groups),
    hasLetters: groups.some(({ hasLetters }) => hasLetters),
  };
}

export function digitCount(groups: readonly DigitGroup[]): number {
  return groups.reduce((count, { digits }) => count + digits.length, 0);
}

export function digitsOf(groups: readonly DigitGroup[]): string {
  return groups.reduce((digits, group) => digits + group.digits, '');
}
