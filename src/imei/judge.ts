import { IMEI_LENGTH, IMEISV_LENGTH, type KnownTac, UNCHECKED_LENGTH } from './imei.ts';
import type { Candidate } from './judge/candidate.ts';
import { hasLetters, isCalledImei, isImei, isPadded } from './judge/conditions.ts';
import {
  NO_CHECK_DIGIT,
  ODD_GROUPS,
  PADDED,
  PLACEHOLDERS,
  RIGHT_CHECK_DIGIT,
  type Rules,
  TOO_LONG,
  TOO_SHORT,
  WITH_LETTERS,
  WRONG_CHECK_DIGIT,
} from './judge/rules.ts';
import type { Verdict } from './judge/verdicts.ts';

/** One digit fourteen times. */
const ONE_DIGIT = /^(\d)\1{13}/;

/**
 * The one rule: whether a number of a text, a table or a picture is checked, has to be confirmed,
 * or is invalid.
 * @param known whether a TAC is in the table, for repairs
 * @returns undefined for other numbers, which the reply does not mention; never for 15 digits in a
 * row with a right check digit
 */
export function judge(candidate: Candidate, known?: KnownTac): Verdict | undefined {
  const rule = rulesFor(candidate).find(({ when }) => when(candidate));
  return rule?.verdict(candidate, known);
}

function rulesFor(candidate: Candidate): Rules {
  const { digits, hasOddGroups } = candidate;
  const isWhole = digits.length === IMEI_LENGTH;
  if (digits.length < UNCHECKED_LENGTH) return TOO_SHORT;
  // 15 digits that are called IMEI are one number, whatever their groups.
  const isOneNumber = isWhole && isCalledImei(candidate);
  if (hasOddGroups && !isOneNumber) return ODD_GROUPS;
  if (digits.length > IMEISV_LENGTH) return isPadded(candidate) ? PADDED : TOO_LONG;
  if (ONE_DIGIT.test(digits)) return PLACEHOLDERS;
  if (hasLetters(candidate)) return WITH_LETTERS;
  if (isImei(candidate)) return RIGHT_CHECK_DIGIT;
  return isWhole ? WRONG_CHECK_DIGIT : NO_CHECK_DIGIT;
}
