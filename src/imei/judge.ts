import { isCard } from './cards.ts';
import { hasRightCheckDigit, luhnCheckDigit } from './digits.ts';
import type { ImeiProblem, ImeiReading, OtherNumber, WhyAsked } from './findings.ts';
import { completeImei, hasReportingBody, isInTestRange, placeholderOf, warningOf } from './imei.ts';
import { type KnownTac, NONE_KNOWN, repairsOf } from './repairs.ts';

/** A number that may be an IMEI, and what is known about it. */
export interface Candidate {
  /** 10 digits or more. */
  readonly digits: string;
  /** It is called an IMEI, or stands in a field for IMEIs. */
  readonly called?: boolean;
  /** The name of another number before it: `Order no.` */
  readonly other?: string | undefined;
  /** Alone on its line or in its cell. */
  readonly alone?: boolean;
  /** Its characters, if some of them are letters that look like digits. */
  readonly letters?: string | undefined;
  /** It is part of a link. */
  readonly inLink?: boolean;
  /** A plus sign is before it. */
  readonly dialled?: boolean;
  /** Printed in four groups of four, as cards are. */
  readonly inFours?: boolean;
}

/** What happens to a number. */
export type Verdict =
  | { readonly kind: 'check'; readonly reading: ImeiReading }
  | { readonly kind: 'ask'; readonly reading: ImeiReading; readonly why: WhyAsked }
  | { readonly kind: 'refuse'; readonly problem: ImeiProblem };

/** ITU-T E.118: the number of a SIM begins with 89 and has 18 to 22 digits. */
const ICCID = /^89\d{16,20}$/;
/** GSMA SGP.02: the number of an eSIM begins with 89 and has 32 digits. */
const EID = /^89\d{30}$/;
/** 3GPP2 S.R0048: a manufacturer from 99000000 to FFFFFFFF (10 digits) and a serial number (8 digits). */
const MEID_DECIMAL = /^(?:2[5-9]|3\d|4[0-2])\d{16}$/;
/** The bodies that give numbers to phones today. Other numbers of as many digits rarely begin so. */
const OF_TODAY = /^(?:01|35|86|99)/;
const FEWEST = 14;
const WHOLE = 15;
const MOST = 16;

/**
 * The one rule: whether a number in a text, a table or a picture is checked, asked about or refused.
 * @param known whether a TAC is in the table, for repairs
 * @returns undefined for numbers of something else that are not worth a word; never for 15 digits with a right check digit
 */
export function judge(candidate: Candidate, known: KnownTac = NONE_KNOWN): Verdict | undefined {
  const { digits, called = false, dialled = false, inFours = false } = candidate;
  const isCalledImeisv = called && digits.length === MOST && !inFours;
  if (isCard(digits, inFours) && !isCalledImeisv) return refuse({ kind: 'card' });
  if (dialled && digits.length !== WHOLE) return undefined;
  if (digits.length < FEWEST || digits.length > MOST) return ofWrongLength(candidate);
  if (digits.length !== WHOLE) return withoutCheckDigit(candidate);
  return hasRightCheckDigit(digits) ? withRightCheckDigit(candidate) : withWrongCheckDigit(candidate, known);
}

/** The IMEI that 14, 15 or 16 digits are, with what should be said about it. */
function readingOf(digits: string): ImeiReading | undefined {
  const imei = completeImei(digits.slice(0, FEWEST));
  if (imei === undefined) return undefined;
  const warning = warningOf(imei);
  const warned = warning === undefined ? {} : { warning };
  if (digits.length === MOST)
    return { imei, from: 'imeisv', softwareVersion: digits.slice(FEWEST), ...warned };
  return { imei, from: digits.length === FEWEST ? '14-digits' : 'imei', ...warned };
}

/** Another kind of number, by its length and first digits. */
function otherNumber(digits: string): OtherNumber | undefined {
  if (EID.test(digits)) return 'eid';
  if (ICCID.test(digits)) return 'iccid';
  return MEID_DECIMAL.test(digits) ? 'meid-decimal' : undefined;
}

/** The verdict on a number with a problem. */
export function refuse(problem: ImeiProblem): Verdict {
  return { kind: 'refuse', problem };
}

function ofWrongLength({ digits, called, other, alone, letters }: Candidate): Verdict | undefined {
  if (other !== undefined || letters !== undefined) return undefined;
  const { length } = digits;
  const what = otherNumber(digits);
  if (called !== true && alone !== true) return undefined;
  if (what !== undefined) return refuse({ kind: 'looks-like', what });
  if (length > MOST) return refuse({ kind: 'too-long', digits: length });
  return called === true || hasReportingBody(digits)
    ? refuse({ kind: 'too-short', digits: length })
    : undefined;
}

/** 14 digits, or 16 with the version of the software. */
function withoutCheckDigit(candidate: Candidate): Verdict | undefined {
  const { digits, called = false, other, alone = false, letters, inLink = false } = candidate;
  if (other !== undefined || letters !== undefined || (inLink && !called)) return undefined;
  const isMeant = called || alone;
  const why = placeholderOf(digits);
  if (why !== undefined) return isMeant ? refuse({ kind: 'placeholder', why }) : undefined;
  if (!hasReportingBody(digits)) return isMeant ? refuse({ kind: 'no-body' }) : undefined;
  const reading = readingOf(digits);
  if (reading === undefined) return undefined;
  if (isMeant) return { kind: 'check', reading };
  if (!OF_TODAY.test(digits)) return undefined;
  return { kind: 'ask', reading, why: { kind: 'length', digits: digits.length === FEWEST ? 14 : 16 } };
}

function withWrongCheckDigit(candidate: Candidate, known: KnownTac): Verdict | undefined {
  const { digits, called = false, other, alone = false, letters } = candidate;
  if (other !== undefined || !(called || alone || hasReportingBody(digits))) return undefined;
  if (letters !== undefined) return refuse(letterProblem(letters));
  const why = placeholderOf(digits);
  if (why !== undefined) return refuse({ kind: 'placeholder', why });
  return refuse(checkDigitProblem(digits, known));
}

function withRightCheckDigit(candidate: Candidate): Verdict | undefined {
  const { digits, called = false, other, letters, inLink = false } = candidate;
  const reading = readingOf(digits);
  if (reading === undefined) return undefined;
  if (letters !== undefined)
    return hasReportingBody(digits) && other === undefined
      ? refuse({ ...letterProblem(letters), reading })
      : undefined;
  const why = placeholderOf(digits);
  if (why !== undefined) return refuse({ kind: 'placeholder', why });
  const asked = whyAsked(candidate, inLink && !called);
  return asked === undefined ? { kind: 'check', reading } : { kind: 'ask', reading, why: asked };
}

function whyAsked({ digits, other }: Candidate, isInOtherLink: boolean): WhyAsked | undefined {
  if (other !== undefined) return { kind: 'named', name: other };
  if (!hasReportingBody(digits)) return { kind: isInTestRange(digits) ? 'test-range' : 'no-body' };
  return isInOtherLink ? { kind: 'link' } : undefined;
}

/** The problem of a number with a letter in place of a digit. */
export function letterProblem(characters: string): Extract<ImeiProblem, { kind: 'letter' }> {
  const index = characters.search(/\D/);
  const character = String.fromCodePoint(characters.codePointAt(index) ?? 0);
  return { kind: 'letter', character, position: index + 1 };
}

function checkDigitProblem(digits: string, known: KnownTac): ImeiProblem {
  const first14 = digits.slice(0, FEWEST);
  const given = digits.slice(FEWEST);
  const networkForm = given === '0' ? completeImei(first14) : undefined;
  return {
    kind: 'check-digit',
    expected: luhnCheckDigit(first14),
    given,
    repairs: repairsOf(digits, known),
    ...(networkForm !== undefined && { networkForm }),
  };
}
