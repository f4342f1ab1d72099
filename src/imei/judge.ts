import {
  completeImei,
  hasRightCheckDigit,
  IMEI_LENGTH,
  IMEISV_LENGTH,
  type KnownTac,
  UNCHECKED_LENGTH,
} from './imei.ts';
import type { Candidate, WholeCandidate } from './judge/candidate.ts';
import { hasLetters, isCalledImei, isImei } from './judge/conditions.ts';
import {
  LETTERS,
  NO_CHECK_DIGIT,
  ODD_GROUPS,
  PADDED,
  PLACEHOLDER,
  RIGHT_CHECK_DIGIT,
  type Rule,
  type Rules,
  TOO_LONG,
  TOO_SHORT,
  WRONG_CHECK_DIGIT,
} from './judge/rules.ts';
import type { Verdict } from './judge/verdicts.ts';

/** An IMEI that SAP has padded, as it pads all serial numbers. */
const PADDED_IMEI = /^000\d{15}$/;
/** One digit fourteen times. */
const ONE_DIGIT = /^(\d)\1{13}/;

/**
 * The one rule: whether a number of a text, a table or a picture is checked, has to be confirmed,
 * or is refused.
 * @param known whether a TAC is in the table, for repairs
 * @returns undefined for other numbers, which the reply does not mention; never for 15 digits with
 * a right check digit
 */
export function judge(candidate: Candidate, known?: KnownTac): Verdict | undefined {
  const whole = wholeCandidate(candidate, known);
  return whole === undefined ? decide(TOO_SHORT, candidate) : decide(rulesFor(whole), whole);
}

/** Returns a candidate with its IMEI; undefined if it has fewer than 14 digits. */
export function wholeCandidate(candidate: Candidate, known?: KnownTac): WholeCandidate | undefined {
  const isPadded = PADDED_IMEI.test(candidate.digits) && hasRightCheckDigit(candidate.digits);
  const digits = isPadded ? candidate.digits.slice(-IMEI_LENGTH) : candidate.digits;
  const imei = completeImei(digits.slice(0, UNCHECKED_LENGTH));
  if (imei === undefined) return undefined;
  // One by one: a spread of the candidate takes longer than everything else that happens here.
  const { written, line, name, isAlone, hasLetters, hasOddGroups } = candidate;
  return { digits, written, line, name, isAlone, hasLetters, hasOddGroups, isPadded, imei, known };
}

function rulesFor(candidate: WholeCandidate): Rules {
  const { digits, isPadded, hasOddGroups } = candidate;
  const isWhole = digits.length === IMEI_LENGTH;
  if (isPadded) return PADDED;
  if (hasOddGroups && !(isWhole && isCalledImei(candidate))) return ODD_GROUPS;
  if (digits.length > IMEISV_LENGTH) return TOO_LONG;
  if (ONE_DIGIT.test(digits)) return PLACEHOLDER;
  if (hasLetters(candidate)) return LETTERS;
  if (isImei(candidate)) return RIGHT_CHECK_DIGIT;
  return isWhole ? WRONG_CHECK_DIGIT : NO_CHECK_DIGIT;
}

function decide<Of extends Candidate>(
  rules: readonly Rule<Of>[],
  candidate: Of,
): Verdict | undefined {
  return rules.find(({ when }) => when(candidate))?.verdict(candidate);
}
