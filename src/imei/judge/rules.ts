import type { KnownTac } from '../imei.ts';
import type { Candidate } from './candidate.ts';
import {
  always,
  hasFewerThan15Digits,
  hasMoreThan15Digits,
  hasNoBody,
  is14OfTodayNamedOtherwise,
  isAloneWithBody,
  isCalledImei,
  isImei,
  isInFours,
  isInLink,
  isLikely,
  isLikelyOtherNumber,
  isLikelyWithBody,
  isNamedOtherwise,
  isNamedOtherwiseOrInLink,
  isNotCalledImei,
  isOfTestDevice,
  isOfToday,
  isPossible,
  lacksCheckDigit,
} from './conditions.ts';
import {
  accept,
  askBecause,
  askWhatItIs,
  ignore,
  rejectAs,
  rejectCheckDigit,
  rejectLetters,
  rejectOtherNumber,
  rejectTooLong,
  rejectTooShort,
  type Verdict,
} from './verdicts.ts';

export interface Rule {
  readonly when: (candidate: Candidate) => boolean;
  readonly verdict: (candidate: Candidate, known?: KnownTac) => Verdict | undefined;
  /** A text with a number for which this rule decides; a test tries it. */
  readonly example: string;
}

/**
 * The rules of "What is checked" in docs/use.md. In each table the first rule whose condition
 * holds decides. A number without such a rule is ignored.
 */
export type Rules = readonly Rule[];

/** 15 digits with a right check digit: no rule ignores them. */
export const RIGHT_CHECK_DIGIT: Rules = [
  { when: isNamedOtherwise, verdict: askWhatItIs, example: 'Order no.: 356938035643809' },
  { when: isOfTestDevice, verdict: askBecause('test-device'), example: '004401015420322' },
  { when: hasNoBody, verdict: askBecause('no-body'), example: '770012345678901' },
  { when: isInLink, verdict: askWhatItIs, example: 'https://shop.example/?id=356938035643809' },
  { when: always, verdict: accept, example: '356938035643809' },
];

/** 15 digits with a wrong check digit. */
export const WRONG_CHECK_DIGIT: Rules = [
  { when: isNamedOtherwiseOrInLink, verdict: ignore, example: 'order no. 356938035643802' },
  { when: isPossible, verdict: rejectCheckDigit, example: 'my phone is 356938035643802' },
];

/** 14 digits, or 16 with the version of the software. */
export const NO_CHECK_DIGIT: Rules = [
  { when: is14OfTodayNamedOtherwise, verdict: askWhatItIs, example: 'MEID: 35693803564380' },
  { when: isNamedOtherwiseOrInLink, verdict: ignore, example: 'order no. 20241121123456' },
  { when: isLikelyWithBody, verdict: accept, example: 'IMEISV: 3569380356438078' },
  { when: isLikely, verdict: rejectAs('no-body'), example: 'IMEI 20241121123456' },
  { when: isOfToday, verdict: askBecause('length'), example: 'what is 35693803564380 about?' },
];

/** 14 to 16 digits, some of them written as letters. */
export const WITH_LETTERS: Rules = [
  { when: isNamedOtherwiseOrInLink, verdict: ignore, example: 'order no. 356938O35643809' },
  { when: lacksCheckDigit, verdict: ignore, example: 'IMEI 356938O3564380' },
  { when: isPossible, verdict: rejectLetters, example: 'is 356938O35643809 blocked?' },
];

/** One digit fourteen times, which phones show instead of a missing number. */
export const PLACEHOLDERS: Rules = [
  {
    when: isImei,
    verdict: rejectAs('placeholder'),
    example: 'it shows 000000000000000 here',
  },
  { when: isLikely, verdict: rejectAs('placeholder'), example: '111111111111111' },
];

/** 14 to 17 digits in groups of no known form: mistyped, if it is called an IMEI. */
export const ODD_GROUPS: Rules = [
  { when: isNotCalledImei, verdict: ignore, example: 'call 0049 170 1234567' },
  { when: isInFours, verdict: accept, example: 'IMEISV: 3569 3803 5643 8078' },
  { when: hasFewerThan15Digits, verdict: rejectTooShort, example: 'IMEI: 35-693803-10000-2' },
  { when: hasMoreThan15Digits, verdict: rejectTooLong, example: 'IMEI: 35-693803-1000013-2' },
];

/** 15 digits with a right check digit, padded by SAP, which pads all serial numbers to 18. */
export const PADDED: Rules = [
  { when: isNamedOtherwise, verdict: askWhatItIs, example: 'Serial number: 000356938035643809' },
  { when: isCalledImei, verdict: accept, example: 'IMEI: 000356938035643809' },
  { when: always, verdict: askBecause('length'), example: '000356938035643809' },
];

/** 13 digits or fewer. */
export const TOO_SHORT: Rules = [
  { when: isNamedOtherwiseOrInLink, verdict: ignore, example: 'order no. 3569380356438' },
  { when: isCalledImei, verdict: rejectTooShort, example: 'IMEI: 7777380356438' },
  { when: isAloneWithBody, verdict: rejectTooShort, example: '3569380356438' },
];

/** 17 digits or more. */
export const TOO_LONG: Rules = [
  { when: isNamedOtherwiseOrInLink, verdict: ignore, example: 'ICCID: 8949020000123456789' },
  { when: isLikelyOtherNumber, verdict: rejectOtherNumber, example: '8949020000123456789' },
  { when: isLikely, verdict: rejectTooLong, example: 'IMEI: 86456705123456123' },
];
