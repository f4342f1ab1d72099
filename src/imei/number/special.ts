import { completeImei, type Imei } from './imei.ts';
import { isInTestRange } from './reporting-body.ts';

/** What a person should know about an IMEI that is checked all the same. */
export type ImeiWarning = 'lost' | 'sample' | 'test-body';

/** Shown by Samsung phones that have lost the EFS partition, which holds the IMEI. */
const LOST: ReadonlySet<string> = new Set(['004999010640000']);

/** Numbers from documentation and emulators, which no phone has. */
const SAMPLES: ReadonlySet<string> = new Set([
  '490154203237518', // explains the check digit in encyclopedias and in this project's README
  '352099001761481', // explains the cut of an IMEI in encyclopedias
  '358240051111110', // Android's emulator
  '012345678901237', // counted up
  '123456789012347',
]);

/** One digit fourteen times. */
const REPEATED = /^(\d)\1{13}/;

/** Returns the warning for an IMEI; undefined for ordinary ones. */
export function warningOf(imei: Imei): ImeiWarning | undefined {
  if (LOST.has(imei)) return 'lost';
  if (SAMPLES.has(imei)) return 'sample';
  return isInTestRange(imei) ? 'test-body' : undefined;
}

/** Whether 14 or more digits are a placeholder for a missing number, and which; undefined if not. */
export function placeholderOf(digits: string): 'zeros' | 'repeated' | undefined {
  if (!REPEATED.test(digits)) return undefined;
  return digits.startsWith('0') ? 'zeros' : 'repeated';
}

/** Whether a number, with or without its check digit, is a well-known example. */
export function isFamous(digits: string): boolean {
  const whole = digits.length === 14 ? completeImei(digits) : digits;
  return whole !== undefined && (LOST.has(whole) || SAMPLES.has(whole));
}
