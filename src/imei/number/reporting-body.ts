import { numberAt } from './digits.ts';

/**
 * The bodies that allocate IMEIs or once did, by the first two digits: those of annex A of GSMA TS.06, version 25 (May
 * 2024), as the article "Reporting Body Identifier" of the English Wikipedia gives it; GSMA's own text was not at hand.
 * Allocating: 01 CTIA (PTCRB), 35 TÜV SÜD (BABT), 86 TAF, 99 the Global Hexadecimal Administrator. No longer: 10 DECT
 * devices, 30 Iridium, 33 DGPT, 44 BABT, 45 NTA, 49 and 50 BZT, 51 and 52 Cetecom, 53 TÜV, 54 Phoenix, 91 MSAI. 98 is reserved,
 * but a few of its TACs were given out (98000100 to 98007800). That the first two digits say so is in TS.06 (5.1.2 in version
 * 7); how a number is cut is in 3GPP TS 23.003, 6.2.
 */
const REPORTING_BODIES: ReadonlySet<number> = new Set([
  ...[1, 10, 30, 33, 35, 44, 45, 49],
  ...[50, 51, 52, 53, 54, 86, 91, 98, 99],
]);
/** The same source: 00 and 02 to 09 are for test devices; 01 is used for real numbers. */
const TEST_RANGE: ReadonlySet<number> = new Set([0, 2, 3, 4, 5, 6, 7, 8, 9]);
/** The same source: the bodies that give numbers to phones today, without 01. */
const OF_TODAY: ReadonlySet<number> = new Set([35, 86, 99]);

/** Whether the first two digits belong to a body that allocates IMEIs, so that a phone can have this number. */
export function hasReportingBody(digits: string): boolean {
  return REPORTING_BODIES.has(numberAt(digits, 0, 2));
}

/** Whether the first two digits are in the range of test devices. */
export function isInTestRange(digits: string): boolean {
  return TEST_RANGE.has(numberAt(digits, 0, 2));
}

/**
 * Whether the first two digits were given to phones of some American networks until 2011, and are those of examples and test
 * devices otherwise. Enough where a person typed the number, too little where it was read.
 */
export function isOftenTest(digits: string): boolean {
  return digits.startsWith('01');
}

/** Whether the first two digits are those of today's phones. Other numbers of as many digits rarely begin so. */
export function isOfToday(digits: string): boolean {
  return OF_TODAY.has(numberAt(digits, 0, 2));
}
