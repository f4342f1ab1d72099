import type {
  FoundImei,
  ImeiProblem,
  ImeiReading,
  OtherNumber,
  UnsureImei,
  WhyUnsure,
} from './findings.ts';
import {
  completeImei,
  type Imei,
  type KnownTac,
  REPORTING_BODY,
  repairsOf,
  TEST_RANGE,
  warningOf,
} from './imei.ts';

/** A number that may be an IMEI, and what is known about it. */
export interface Candidate {
  /** 10 digits or more, not a payment card. */
  readonly digits: string;
  readonly line: number;
  /** A label says that it is an IMEI, or it is in a field for IMEIs. */
  readonly saysImei?: boolean;
  /** `IMEI1` or `IMEI2`, if it is called so. */
  readonly label?: string | undefined;
  /** Its name is that of another number, or it is part of a link. */
  readonly why?: WhyUnsure | undefined;
  /** Alone on its line or in its cell. */
  readonly alone?: () => boolean;
  /** As written, if some of its digits are letters that look like them. */
  readonly letters?: string | undefined;
}

/** What happens to a number. */
export type Verdict =
  | { readonly kind: 'check'; readonly found: FoundImei }
  | { readonly kind: 'confirm'; readonly found: UnsureImei }
  | { readonly kind: 'refuse'; readonly problem: ImeiProblem };

/** The forms of other numbers, without spaces and signs. */
const OTHERS: readonly (readonly [OtherNumber, RegExp])[] = [
  // GSMA SGP.02: of an eSIM.
  ['eid', /^89\d{30}$/],
  // ITU-T E.118: of a SIM.
  ['iccid', /^89\d{16,20}$/],
  // 3GPP2 S.R0048: a manufacturer from 99000000 to FFFFFFFF (10 digits) and a serial number (8 digits).
  ['meid-decimal', /^(?:2[5-9]|3\d|4[0-2])\d{16}$/],
  // The same in hexadecimal, from A0000000 on, or from 99000000 where a letter follows.
  ['meid', /^(?:[A-F][\dA-F]{13}|99(?=\d*[A-F])[\dA-F]{12})$/i],
  // Of a Samsung or an Apple device.
  ['serial', /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{10,12}$/],
  ['phone', /^\+\d{1,32}$/],
];
/** The bodies that allocate IMEIs today. Other numbers with as many digits rarely begin like this. */
const OF_TODAY = /^(?:01|35|86|99)/;
/** What phones show instead of a missing number: one digit fourteen times. */
const PLACEHOLDER = /^(\d)\1{13}/;
const [MIN, WHOLE, MAX] = [14, 15, 16];
const FORMS: Readonly<Record<number, ImeiReading['from']>> = {
  14: '14-digits',
  15: 'imei',
  16: 'imeisv',
};

/**
 * The one rule: whether a number in a text, a table or a picture is checked, has to be confirmed, or is refused.
 * @param known whether a TAC is in the table, for repairs
 * @returns undefined for other numbers, which the reply does not mention; never for 15 digits with a right check digit
 */
export function judge(candidate: Candidate, known?: KnownTac): Verdict | undefined {
  const { digits, why, letters } = candidate;
  const imei = completeImei(digits.slice(0, MIN));
  if (imei === undefined || digits.length > MAX) return ofWrongLength(candidate);
  const isRight = digits === imei;
  if (PLACEHOLDER.test(digits))
    return isRight || isLikelyImei(candidate) ? refuse({ kind: 'placeholder' }) : undefined;
  if (isRight && letters === undefined) return ofRight(candidate, imei);
  const isOther =
    why !== undefined && !(why.kind === 'named' && digits.length === MIN && OF_TODAY.test(digits));
  if (isOther || !(REPORTING_BODY.test(digits) || isLikelyImei(candidate))) return undefined;
  if (digits.length !== WHOLE) return withoutCheckDigit(candidate, imei);
  return withWrongDigit(candidate, imei, known);
}

function withWrongDigit(candidate: Candidate, imei: Imei, known: KnownTac | undefined): Verdict {
  const { digits, letters } = candidate;
  const reading = digits === imei ? foundOf(candidate, imei) : undefined;
  if (letters !== undefined) return refuse(letterProblem(letters, reading));
  const [expected, given] = [imei.slice(MIN), digits.slice(MIN)];
  const networkForm = given === '0' ? imei : undefined;
  return refuse({
    kind: 'check-digit',
    expected,
    given,
    repairs: repairsOf(digits, known),
    networkForm,
  });
}

function isLikelyImei({ saysImei, alone }: Candidate): boolean {
  return saysImei === true || alone?.() === true;
}

/** The verdict on a number with a problem. */
export function refuse(problem: ImeiProblem): Verdict {
  return { kind: 'refuse', problem };
}

/** The problem of a number with a letter in place of a digit. */
export function letterProblem(written: string, reading?: ImeiReading): ImeiProblem {
  const characters = written.replace(/[^\p{L}\d]/gu, '');
  const index = characters.search(/\D/);
  const character = String.fromCodePoint(characters.codePointAt(index) ?? 0);
  return { kind: 'letter', character, position: index + 1, ...(reading && { reading }) };
}

/** The IMEI of 14, 15 or 16 digits, with notes for the reply. */
function foundOf({ digits, line, label }: Candidate, imei: Imei): FoundImei {
  const softwareVersion = digits.length === MAX ? digits.slice(MIN) : undefined;
  const from = FORMS[digits.length] ?? 'imei';
  return { imei, from, line, label, softwareVersion, warning: warningOf(imei) };
}

function ofRight(candidate: Candidate, imei: Imei): Verdict {
  const found = foundOf(candidate, imei);
  const isNamed = candidate.why?.kind === 'named';
  const unusual = TEST_RANGE.test(imei) ? 'test-range' : 'no-body';
  const why: WhyUnsure | undefined =
    isNamed || REPORTING_BODY.test(imei) ? candidate.why : { kind: unusual };
  return why === undefined
    ? { kind: 'check', found }
    : { kind: 'confirm', found: { ...found, why } };
}

/** 14 digits, or 16 with the version of the software. */
function withoutCheckDigit(candidate: Candidate, imei: Imei): Verdict | undefined {
  const { digits, letters } = candidate;
  if (letters !== undefined) return undefined;
  if (!REPORTING_BODY.test(digits)) return refuse({ kind: 'no-body' });
  const found = foundOf(candidate, imei);
  if (candidate.why === undefined && isLikelyImei(candidate)) return { kind: 'check', found };
  const why =
    candidate.why ?? ({ kind: 'length', digits: digits.length === MIN ? 14 : 16 } as const);
  return OF_TODAY.test(digits) ? { kind: 'confirm', found: { ...found, why } } : undefined;
}

function ofWrongLength(candidate: Candidate): Verdict | undefined {
  const { digits, saysImei, why, letters } = candidate;
  if (why !== undefined || letters !== undefined || !isLikelyImei(candidate)) return undefined;
  const { length } = digits;
  if (length > MAX) return otherNumber(digits) ?? refuse({ kind: 'too-long', digits: length });
  return saysImei || REPORTING_BODY.test(digits)
    ? refuse({ kind: 'too-short', digits: length })
    : undefined;
}

/** The verdict on what is known to be another number. */
export function otherNumber(written: string): Verdict | undefined {
  const what = OTHERS.find(([, form]) => form.test(written))?.[0];
  return what && refuse({ kind: 'looks-like', what });
}
