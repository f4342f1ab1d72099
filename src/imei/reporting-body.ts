/**
 * The bodies that allocate IMEIs or once did, by the first two digits (GSMA TS.06, version 25, annex A; the cut is in
 * 3GPP TS 23.003, 6.2): 01 PTCRB, 10 DECT devices, 30 Iridium, 33 DGPT, 35 and 44 BABT, 45 NTA, 49 and 50 BZT, 51 and 52
 * Cetecom, 53 TÜV, 54 Phoenix, 86 TAF, 91 MSAI, 98 BABT, 99 the Global Hexadecimal Administrator.
 */
const REPORTING_BODY = /^(?:01|10|30|33|35|44|45|49|5[0-4]|86|91|9[89])/;
/** GSMA TS.06: 00 and 02 to 09 are for test devices; 01 gives out real numbers. */
const TEST_RANGE = /^0[02-9]/;

/** Whether the first two digits are of a body that allocates IMEIs, so that a phone can have such a number. */
export function hasReportingBody(digits: string): boolean {
  return REPORTING_BODY.test(digits);
}

/** Whether the first two digits are of the range of test devices. */
export function isInTestRange(digits: string): boolean {
  return TEST_RANGE.test(digits);
}
