import type { Visibility } from '../../core/reply.ts';
import { type Imei, imeiParts, maskSerial } from '../../imei/number/imei.ts';
import type { Words } from '../words/words.ts';
import { oneLine } from './one-line.ts';

/** For whom a reply is made, and when. */
export interface View {
  readonly words: Words;
  readonly visibility: Visibility;
  readonly admin: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The service behind this bot is the sandbox, which every reply must say. */
  readonly sandbox: boolean;
}

/** What stands for a digit that others may not read. */
const MASK = '•';
/** Leading digits that tell the type of a phone and nothing of the one in somebody's hand. */
const OPEN_DIGITS = 8;

/** An IMEI as this view may show it: whole, or with its serial masked where others can read. */
export function shownImei(view: View, imei: Imei): string {
  return view.visibility === 'shared' ? maskSerial(imei) : imei;
}

/** A part of an IMEI that only its owner should read: the serial, and the check digit that follows from it. */
export function shownSerial(view: View, serial: string): string {
  return view.visibility === 'shared' ? MASK.repeat(serial.length) : serial;
}

/** A number somebody typed that is no IMEI, or a whole text with one in it. */
export function shownTyped(view: View, text: string, maxLength = 40): string {
  const line = oneLine(text, maxLength);
  return view.visibility === 'shared' ? maskAfter(line, OPEN_DIGITS) : line;
}

/** A text of the service about an IMEI: in a shared reply the IMEI, any like it and its serial are masked. */
export function shownText(view: View, imei: Imei, text: string): string {
  if (view.visibility !== 'shared') return text;
  const { serial } = imeiParts(imei);
  const own = imei.slice(0, OPEN_DIGITS + 1);
  return text
    .replace(/\d(?:[ .\-/]?\d){8,}/gu, (number) =>
      // A list of bands (850 900 1800 1900) is a long number too, but not one without a break.
      /\d{12}/u.test(number) || number.replace(/\D/gu, '').includes(own)
        ? maskAfter(number, OPEN_DIGITS)
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
