import { asImei, completeImei, type Imei, tacOf } from './imei.ts';
import { luhnCheckDigit } from './luhn.ts';
import type { ImeiProblem } from './problem.ts';

/** Whether a TAC (8 digits) is one that exists, as far as is known. */
export type KnownTac = (tac: string) => boolean;

/** What a person should know of a number that is answered all the same. */
export type ImeiWarning =
  /** Reporting bodies 00 and 02 to 09 are for test devices. */
  | 'test-body'
  /** Printed in books and manuals. */
  | 'sample'
  /** Shown by phones that have lost their own. */
  | 'lost';

/** How the IMEI was written. */
export type WrittenAs = 'imei' | '14-digits' | 'imeisv';

export interface ReadImei {
  readonly imei: Imei;
  readonly from: WrittenAs;
  /** The last two digits of an IMEISV, which are no part of the IMEI (3GPP TS 23.003, 6.2.2). */
  readonly softwareVersion?: string;
  readonly warning?: ImeiWarning;
}

export type ImeiResult =
  | ({ readonly ok: true } & ReadImei)
  | { readonly ok: false; readonly problem: ImeiProblem };

const SAMPLES: ReadonlySet<string> = new Set(['490154203237518', '352099001761481', '123456789012347']);
const LOST: ReadonlySet<string> = new Set(['004999010640000']);
const TEST_BODY = /^0[02-9]/;
const REPEATED = /^(\d)\1*$/;

/**
 * Reads ASCII digits as an IMEI: 15 with a right check digit, 14 (the check digit is computed), or 16 (IMEISV: the
 * software version is cut). Says exactly what is wrong with any others.
 */
export function judgeDigits(digits: string, known: KnownTac = () => false): ImeiResult {
  if (digits === '') return wrong({ kind: 'empty' });
  const other = otherNumber(digits);
  if (other !== undefined) return wrong({ kind: 'looks-like', what: other });
  if (digits.length < 14) return wrong({ kind: 'too-short', digits: digits.length });
  if (digits.length > 16) return wrong({ kind: 'too-long', digits: digits.length });
  if (REPEATED.test(digits)) {
    return wrong({ kind: 'placeholder', why: digits.startsWith('0') ? 'zeros' : 'repeated' });
  }
  const imei = digits.length === 15 ? asImei(digits) : completeImei(digits.slice(0, 14));
  return imei === undefined ? wrong(wrongCheckDigit(digits, known)) : right(imei, digits);
}

function right(imei: Imei, digits: string): ImeiResult {
  const warning = warningOf(imei);
  return {
    ok: true,
    imei,
    ...(digits.length === 16
      ? { from: 'imeisv', softwareVersion: digits.slice(14) }
      : { from: digits.length === 14 ? '14-digits' : 'imei' }),
    ...(warning && { warning }),
  };
}

function wrong(problem: ImeiProblem): ImeiResult {
  return { ok: false, problem };
}

function warningOf(imei: Imei): ImeiWarning | undefined {
  if (LOST.has(imei)) return 'lost';
  if (SAMPLES.has(imei)) return 'sample';
  return TEST_BODY.test(imei) ? 'test-body' : undefined;
}

/** Numbers whose length and beginning tell what they are (ITU-T E.118, GSMA SGP.29, 3GPP2 S.R0048). */
function otherNumber(digits: string): 'iccid' | 'eid' | 'meid-decimal' | undefined {
  if (/^89\d{16,20}$/.test(digits)) return 'iccid';
  if (/^89\d{30}$/.test(digits)) return 'eid';
  if (/^2\d{17}$/.test(digits)) return 'meid-decimal';
  return undefined;
}

function wrongCheckDigit(digits: string, known: KnownTac): ImeiProblem {
  const expected = luhnCheckDigit(digits.slice(0, 14));
  const networkForm = digits.endsWith('0') ? completeImei(digits.slice(0, 14)) : undefined;
  return {
    kind: 'check-digit',
    expected,
    given: digits.slice(14),
    repairs: repairsOf(digits).filter((imei) => known(tacOf(imei))),
    ...(networkForm && { networkForm }),
  };
}

/** What the number may have been meant to be: two neighbours swapped, or one digit mistyped. */
function repairsOf(digits: string): readonly Imei[] {
  const repairs = new Set<Imei>();
  const add = (text: string): void => {
    const imei = asImei(text);
    if (imei !== undefined) repairs.add(imei);
  };
  for (let i = 0; i < 14; i += 1) {
    add(`${digits.slice(0, i)}${digits[i + 1]}${digits[i]}${digits.slice(i + 2)}`);
  }
  for (let i = 0; i < 15; i += 1) {
    for (const digit of '0123456789') add(`${digits.slice(0, i)}${digit}${digits.slice(i + 1)}`);
  }
  return [...repairs];
}
