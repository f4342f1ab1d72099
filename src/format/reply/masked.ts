import { type Imei, MASK, TAC_LENGTH, tacOf, UNCHECKED_LENGTH } from '../../imei/imei.ts';
import type { ReplyContext } from '../format.ts';
import { oneLine } from './one-line.ts';

/** The most characters that are shown of a typed text. */
const MAX_TYPED = 40;

/** An IMEI as its reader may see it: if others can read, its serial is masked. */
export function shownImei(context: ReplyContext, imei: Imei): string {
  return context.visibility === 'shared' ? tacOf(imei).padEnd(imei.length, MASK) : imei;
}

/** An IMEI since 2004: type allocation code (8 digits), serial number (6), check digit (1). */
export function dividedImei(imei: Imei): { tac: string; serial: string; checkDigit: string } {
  return {
    tac: tacOf(imei),
    serial: imei.slice(TAC_LENGTH, UNCHECKED_LENGTH),
    checkDigit: imei.slice(UNCHECKED_LENGTH),
  };
}

/** The serial of an IMEI, masked if others can read. The check digit reveals too little of it. */
export function shownSerial(context: ReplyContext, serial: string): string {
  return context.visibility === 'shared' ? MASK.repeat(serial.length) : serial;
}

/** The text that a person typed as or around a number, as its reader may see it. */
export function shownInput(context: ReplyContext, text: string): string {
  const line = oneLine(text, MAX_TYPED);
  return context.visibility === 'shared' ? maskAfter(line, TAC_LENGTH) : line;
}

/** A word that a person typed. If others can read, a word that may contain an IMEI is masked. */
export function shownWord({ visibility }: Pick<ReplyContext, 'visibility'>, word: string): string {
  const digits = word.match(/\p{Nd}/gu)?.length ?? 0;
  return visibility === 'shared' && digits > TAC_LENGTH ? maskAfter(word, TAC_LENGTH) : word;
}

/**
 * A text of the service about an IMEI. If others can read, masks the IMEI, its serial, and numbers
 * that are similar to the IMEI.
 */
export function shownText(context: ReplyContext, imei: Imei, text: string): string {
  if (context.visibility !== 'shared') return text;
  const { serial } = dividedImei(imei);
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
