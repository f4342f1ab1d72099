import { dividedImei, type Imei, MASK, TAC_LENGTH, tacOf } from '../../imei/imei.ts';
import type { ReplyContext } from '../format.ts';
import { oneLine } from './one-line.ts';

/** The most characters that are shown of a typed text. */
const MAX_TYPED = 40;

/** An IMEI as its reader may see it: if others can read, all behind its TAC is masked. */
export function shownImei(context: ReplyContext, imei: Imei): string {
  return context.visibility === 'shared' ? tacOf(imei).padEnd(imei.length, MASK) : imei;
}

/** The serial of an IMEI, masked if others can read. */
export function shownSerial(context: ReplyContext, serial: string): string {
  return context.visibility === 'shared' ? MASK.repeat(serial.length) : serial;
}

/**
 * The text of a number that a person typed, and what they typed around it. If others can read, all
 * behind its first eight letters and digits is masked.
 */
export function shownInput(context: ReplyContext, text: string): string {
  const line = oneLine(text, MAX_TYPED);
  return context.visibility === 'shared' ? maskAfter(line, TAC_LENGTH) : line;
}

/**
 * A word that a person typed, most likely without a number. If others can read, it is masked like
 * {@link shownInput} if it has more digits than a TAC.
 */
export function shownWord({ visibility }: Pick<ReplyContext, 'visibility'>, word: string): string {
  const digits = word.match(/\p{Nd}/gu)?.length ?? 0;
  return visibility === 'shared' && digits > TAC_LENGTH ? maskAfter(word, TAC_LENGTH) : word;
}

/**
 * A text of the service about an IMEI. If others can read, masks the IMEI, its serial, and numbers
 * that are similar to the IMEI.
 */
export function shownServiceText(context: ReplyContext, imei: Imei, text: string): string {
  if (context.visibility !== 'shared') return text;
  const { serial } = dividedImei(imei);
  return text
    .replace(/\d(?:[ .\-/]?\d){8,}/gu, (number) =>
      isLikeImei(number, imei) ? maskAfter(number, TAC_LENGTH) : number,
    )
    .replace(new RegExp(`(?<!\\d)${serial}(?!\\d)`, 'gu'), MASK.repeat(serial.length));
}

/**
 * Whether a number may be the IMEI, whole or in part: it has twelve digits in a row, or the TAC and
 * the first digit of the serial. A list of bands (850 900 1800 1900) has neither.
 */
function isLikeImei(number: string, imei: Imei): boolean {
  const tacAndSerialStart = imei.slice(0, TAC_LENGTH + 1);
  return /\d{12}/u.test(number) || number.replace(/\D/gu, '').includes(tacAndSerialStart);
}

/** Masks all letters and digits of a text but the first ones. */
function maskAfter(text: string, shownCount: number): string {
  let seen = 0;
  return text.replace(/[\p{L}\p{N}]/gu, (character) => {
    seen += 1;
    return seen > shownCount ? MASK : character;
  });
}
