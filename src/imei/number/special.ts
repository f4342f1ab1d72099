import { completeImei, type Imei } from './imei.ts';
import { isInTestRange } from './reporting-body.ts';

/** What a person should know about an IMEI that is checked all the same. */
export type ImeiWarning = 'lost' | 'sample' | 'test-body';

/** Numbers that many people have seen, none of them a phone's own. */
const FAMOUS: ReadonlyMap<string, ImeiWarning> = new Map([
  // Shown by Samsung phones that have lost the EFS partition, which holds the IMEI.
  ['004999010640000', 'lost'],
  // From documentation and emulators: explains the check digit in encyclopedias and in this project's README,
  ['490154203237518', 'sample'],
  // explains the cut of an IMEI in encyclopedias,
  ['352099001761481', 'sample'],
  // Android's emulator,
  ['358240051111110', 'sample'],
  // counted up.
  ['012345678901237', 'sample'],
  ['123456789012347', 'sample'],
]);

/** One digit fourteen times. */
const REPEATED = /^(\d)\1{13}/;

/** Returns the warning for an IMEI; undefined for ordinary ones. */
export function warningOf(imei: Imei): ImeiWarning | undefined {
  return FAMOUS.get(imei) ?? (isInTestRange(imei) ? 'test-body' : undefined);
}

/** Whether 14 or more digits are a placeholder for a missing number, and which; undefined if not. */
export function placeholderOf(digits: string): 'zeros' | 'repeated' | undefined {
  // Two digits tell most numbers, without the pattern.
  if (digits.charCodeAt(0) !== digits.charCodeAt(1) || !REPEATED.test(digits)) return undefined;
  return digits.startsWith('0') ? 'zeros' : 'repeated';
}

/** Whether a number, with or without its check digit, is a well-known example. */
export function isFamous(digits: string): boolean {
  const whole = digits.length === 14 ? completeImei(digits) : digits;
  return whole !== undefined && FAMOUS.has(whole);
}
