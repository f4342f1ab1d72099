import { completeImei, type Imei } from './imei.ts';

/** What a person should know of an IMEI that is answered all the same. */
export type ImeiWarning = 'lost' | 'sample' | 'test-body';

/** Samsung phones show it when their EFS partition, where the IMEI is kept, was lost. */
const LOST: ReadonlySet<string> = new Set(['004999010640000']);

/** Numbers from documentation and emulators, which nobody's phone has. */
const SAMPLES: ReadonlySet<string> = new Set([
  '490154203237518', // explains the check digit in encyclopedias and in this project's README
  '352099001761481', // explains the cut of an IMEI in encyclopedias
  '358240051111110', // Android's emulator
  '012345678901237', // counted up
  '123456789012347',
]);

/** GSMA TS.06: 00 and 02 to 09 are bodies for test devices; 01 is the PTCRB and gives out real numbers. */
const TEST_BODY = /^0[02-9]/;
/** GSMA TS.06: the bodies that have allocated IMEIs. Others are answered too, but not picked out of prose. */
const ALLOCATING_BODY = /^(?:01|10|30|33|35|44|45|49|5[0-4]|86|91|9[89])/;

export function warningOf(imei: Imei): ImeiWarning | undefined {
  if (LOST.has(imei)) return 'lost';
  if (SAMPLES.has(imei)) return 'sample';
  return TEST_BODY.test(imei) ? 'test-body' : undefined;
}

/** Whether 14 digits or more are a number that stands for a missing one, and which. */
export function placeholderOf(digits: string): 'zeros' | 'repeated' | undefined {
  const first14 = digits.slice(0, 14);
  const [first = ''] = first14;
  if (first14 !== first.repeat(14)) return undefined;
  return first === '0' ? 'zeros' : 'repeated';
}

/** Whether the first two digits are of a body that has allocated IMEIs. */
export function hasAllocatingBody(digits: string): boolean {
  return ALLOCATING_BODY.test(digits);
}

/** Whether somebody who reads this number, with or without its check digit, knows it for an IMEI. */
export function isFamous(digits: string): boolean {
  const whole = digits.length === 14 ? completeImei(digits) : digits;
  return whole !== undefined && (LOST.has(whole) || SAMPLES.has(whole));
}
