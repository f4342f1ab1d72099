import type { Visibility } from '../../core/reply.ts';
import { type Imei, MASK, TAC_LENGTH, tacOf } from '../../imei/imei.ts';
import type { Say } from '../words/say.ts';

/** The reader of a reply, and the time at which it is made. */
export interface View {
  /** The catalogue of the reader's language. */
  readonly say: Say;
  /** `shared` masks serials, since others can read. */
  readonly visibility: Visibility;
  /** The reader is an admin, who sees more about failures. */
  readonly isAdmin: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The embedded sandbox answers; every reply says so. */
  readonly isSandbox: boolean;
}

/** Characters that are shown of what was typed. */
const MAX_TYPED = 40;
/** Most characters of service or user text that a reply repeats. */
const DEFAULT_MAX_LENGTH = 200;

/** The IMEI as this view may show it: whole, or with a masked serial where others can read. */
export function shownImei(view: View, imei: Imei): string {
  return view.visibility === 'shared' ? tacOf(imei).padEnd(imei.length, MASK) : imei;
}

/**
 * The parts of an IMEI since 2004: type allocation code (8 digits), serial number (6), check digit
 * (1).
 */
export function imeiParts(imei: Imei): { tac: string; serial: string; checkDigit: string } {
  return { tac: tacOf(imei), serial: imei.slice(TAC_LENGTH, 14), checkDigit: imei.slice(14) };
}

/**
 * A private part of an IMEI: the serial, or the check digit derived from it; masked where others
 * can read.
 */
export function shownSerial(view: View, serial: string): string {
  return view.visibility === 'shared' ? MASK.repeat(serial.length) : serial;
}

/** A typed number that is not an IMEI, or a whole text with one in it, as this view may show it. */
export function shownInput(view: View, text: string): string {
  const line = oneLine(text, MAX_TYPED);
  return view.visibility === 'shared' ? maskAfter(line, TAC_LENGTH) : line;
}

/** What was typed for a word. Where others can read, a text that may contain an IMEI is masked. */
export function shownWord(visibility: Visibility, word: string): string {
  const digits = word.match(/\p{Nd}/gu)?.length ?? 0;
  return visibility === 'shared' && digits > TAC_LENGTH ? maskAfter(word, TAC_LENGTH) : word;
}

/**
 * Service text about an IMEI. In a shared reply the IMEI, similar numbers and its serial are
 * masked.
 */
export function shownText(view: View, imei: Imei, text: string): string {
  if (view.visibility !== 'shared') return text;
  const { serial } = imeiParts(imei);
  const modelAndSerialStart = imei.slice(0, TAC_LENGTH + 1);
  return text
    .replace(/\d(?:[ .\-/]?\d){8,}/gu, (number) =>
      // A list of bands (850 900 1800 1900) also has many digits, but separated by spaces.
      /\d{12}/u.test(number) || number.replace(/\D/gu, '').includes(modelAndSerialStart)
        ? maskAfter(number, TAC_LENGTH)
        : number,
    )
    .replace(new RegExp(`(?<!\\d)${serial}(?!\\d)`, 'gu'), MASK.repeat(serial.length));
}

function maskAfter(text: string, open: number): string {
  let seen = 0;
  return text.replace(/[\p{L}\p{N}]/gu, (character) => {
    seen += 1;
    return seen > open ? MASK : character;
  });
}

/**
 * Puts external text on one line: white space and control characters become single spaces, and the
 * end is cut.
 */
export function oneLine(text: string, maxLength: number = DEFAULT_MAX_LENGTH): string {
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
