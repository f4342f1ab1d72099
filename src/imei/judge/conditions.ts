import {
  hasBodyOfToday,
  hasReportingBody,
  hasRightCheckDigit,
  hasTestPrefix,
  IMEI_LENGTH,
  UNCHECKED_LENGTH,
} from '../imei.ts';
import type { Candidate } from './candidate.ts';
import { otherNumberOf } from './other-numbers.ts';

// The conditions of the rules. In their comments, “it” is the candidate.

/** 15 digits that SAP has padded: it pads all serial numbers to 18. */
const PADDED_NUMBER = /^000\d{15}$/;
const IN_FOURS = /^\d{4}(?:\D\d{4}){3}$/;

export function always(): boolean {
  return true;
}

/** The words around it, or the title of its column, name an IMEI. */
export function isCalledImei({ name }: Candidate): boolean {
  return name.kind === 'imei';
}

export function isNotCalledImei(candidate: Candidate): boolean {
  return !isCalledImei(candidate);
}

export function hasFewerThan15Digits({ digits }: Candidate): boolean {
  return digits.length < IMEI_LENGTH;
}

export function hasMoreThan15Digits({ digits }: Candidate): boolean {
  return digits.length > IMEI_LENGTH;
}

/** It is called IMEI, or nothing else is on its line. */
export function isLikely(candidate: Candidate): boolean {
  return isCalledImei(candidate) || candidate.isAlone;
}

/** It begins like an IMEI, or is likely to be one. */
export function isPossible(candidate: Candidate): boolean {
  return hasBody(candidate) || isLikely(candidate);
}

export function isLikelyWithBody(candidate: Candidate): boolean {
  return hasBody(candidate) && isLikely(candidate);
}

export function isAloneWithBody(candidate: Candidate): boolean {
  return hasBody(candidate) && candidate.isAlone;
}

/** The words around it, or the title of its column, name another number. */
export function isNamedOtherwise({ name }: Candidate): boolean {
  return name.kind === 'other';
}

export function isInLink({ name }: Candidate): boolean {
  return name.kind === 'link';
}

export function isNamedOtherwiseOrInLink(candidate: Candidate): boolean {
  return isNamedOtherwise(candidate) || isInLink(candidate);
}

/** `MEID: 35693803564380`: a MEID without letters may be an IMEI without its check digit. */
export function is14OfTodayNamedOtherwise(candidate: Candidate): boolean {
  const is14 = candidate.digits.length === UNCHECKED_LENGTH;
  return is14 && isOfToday(candidate) && isNamedOtherwise(candidate);
}

export function hasLetters(candidate: Candidate): boolean {
  return candidate.hasLetters === true;
}

/** Its digits are in groups of four, like those of IMEISVs and payment cards. */
export function isInFours({ written }: Candidate): boolean {
  return IN_FOURS.test(written);
}

export function lacksCheckDigit({ digits }: Candidate): boolean {
  return digits.length !== IMEI_LENGTH;
}

/** It has 15 digits with a right check digit. */
export function isImei({ digits }: Candidate): boolean {
  return digits.length === IMEI_LENGTH && hasRightCheckDigit(digits);
}

/** It has 15 digits with a right check digit, and three zeros before them. */
export function isPadded({ digits }: Candidate): boolean {
  return PADDED_NUMBER.test(digits) && hasRightCheckDigit(digits);
}

/** Its first two digits are those of a body that allocates IMEIs or once did. */
function hasBody({ digits }: Candidate): boolean {
  return hasReportingBody(digits);
}

export function hasNoBody({ digits }: Candidate): boolean {
  return !hasReportingBody(digits);
}

/** Its first two digits are those of a body that allocates IMEIs today. */
export function isOfToday({ digits }: Candidate): boolean {
  return hasBodyOfToday(digits);
}

export function isOfTestDevice({ digits }: Candidate): boolean {
  return hasTestPrefix(digits);
}

/** It is called IMEI or alone, and has the form of another number, such as an ICCID. */
export function isLikelyOtherNumber(candidate: Candidate): boolean {
  return isLikely(candidate) && otherNumberOf(candidate.digits) !== undefined;
}
