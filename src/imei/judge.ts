import {
  completeImei,
  IMEI_LENGTH,
  IMEISV_LENGTH,
  type KnownTac,
  UNCHECKED_LENGTH,
} from './imei.ts';
import type { Candidate, WholeCandidate } from './judge/candidate.ts';
import { hasLetters, hasRightCheckDigit } from './judge/conditions.ts';
import {
  LETTERS,
  NO_CHECK_DIGIT,
  PLACEHOLDER,
  RIGHT_CHECK_DIGIT,
  type Rule,
  TOO_LONG,
  TOO_SHORT,
  WRONG_CHECK_DIGIT,
} from './judge/rules.ts';
import type { Verdict } from './judge/verdicts.ts';

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
  const { digits } = candidate;
  const imei = completeImei(digits.slice(0, UNCHECKED_LENGTH));
  if (imei === undefined) return decide(TOO_SHORT, candidate);
  if (digits.length > IMEISV_LENGTH) return decide(TOO_LONG, candidate);
  // One by one: a spread of the candidate takes longer than everything else that happens here.
  const { line, name, isAlone, letters } = candidate;
  const whole: WholeCandidate = { digits, line, name, isAlone, letters, imei, known };
  return decide(rulesFor(whole), whole);
}

function rulesFor(candidate: WholeCandidate): readonly Rule<WholeCandidate>[] {
  if (ONE_DIGIT.test(candidate.digits)) return PLACEHOLDER;
  if (hasLetters(candidate)) return LETTERS;
  if (hasRightCheckDigit(candidate)) return RIGHT_CHECK_DIGIT;
  return candidate.digits.length === IMEI_LENGTH ? WRONG_CHECK_DIGIT : NO_CHECK_DIGIT;
}

function decide<Of extends Candidate>(
  rules: readonly Rule<Of>[],
  candidate: Of,
): Verdict | undefined {
  return rules.find(({ when }) => when(candidate))?.verdict(candidate);
}
