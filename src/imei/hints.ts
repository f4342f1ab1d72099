import { judge, letterProblem, refuse, type Verdict } from './judge.ts';

/** What stands before a number that is a whole text: `MEID:`. */
const LABEL = /^(?:imei(?:sv)?|meid|iccid|eid)(?: ?[12](?!\d))?\P{L}?/iu;
const SEPARATORS = /[\s./:#-]/g;
/** 3GPP2 S.R0048: hexadecimal, from A0000000 on, or from 99000000 where a letter follows. */
const MEID = /^(?:[A-F][\dA-F]{13}|99(?=\d*[A-F])[\dA-F]{12})$/i;
/** Of a Samsung or an Apple device. */
const SERIAL = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{10,12}$/;
const PHONE = /^\+\d{1,32}$/;
const DIGITS = /^\d{1,32}$/;
const MISTYPED = /^\d{2}[\dA-Z]{11,15}$/i;
const FEWEST_DIGITS = 10;
const WHOLE = 15;

/** What a folded text in which nothing was found is, if it is a single number; undefined for other texts. */
export function hintOf(text: string): Verdict | undefined {
  const bare = text.replace(LABEL, '').replace(SEPARATORS, '');
  if (MEID.test(bare)) return refuse({ kind: 'looks-like', what: 'meid' });
  if (SERIAL.test(bare)) return refuse({ kind: 'looks-like', what: 'serial' });
  if (PHONE.test(bare)) return refuse({ kind: 'looks-like', what: 'phone' });
  if (DIGITS.test(bare)) return ofDigits(bare);
  const isMistyped = MISTYPED.test(bare) && bare.replace(/\D/g, '').length >= FEWEST_DIGITS;
  return isMistyped ? refuse(letterProblem(bare)) : undefined;
}

/** Digits in unusual groups. */
function ofDigits(digits: string): Verdict | undefined {
  const { length } = digits;
  if (length < WHOLE - 1) return refuse({ kind: 'too-short', digits: length });
  const verdict = judge({ digits, alone: true });
  if (verdict?.kind !== 'refuse') return length === WHOLE ? verdict : undefined;
  return length > WHOLE + 1 || verdict.problem.kind === 'card' ? verdict : undefined;
}
