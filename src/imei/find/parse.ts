import { type KnownTac, NONE_KNOWN, readNumber } from '../number/read.ts';
import type { ImeiResult } from '../number/reading.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import { foldText, UNSEEN } from '../text/fold.ts';

/** Everything before the first digit or colon. */
const BEFORE_NUMBER = /^[^\d:]*/;
/** The rest of a label behind its word, if it ends in a colon: ` (slot 2):`. */
const LABEL_END = /^[^\d:]*(?:\d[^\d:]*)?:/;
const SOFTWARE_VERSION = /\/\s*(\d{2})\s*$/;
const SEPARATORS = /[^\p{L}\p{N}]/gu;

/**
 * Parses one number given as an IMEI, with separators anywhere, and possibly a label before it and a software version behind
 * it. Use `findImeis` for texts that may hold anything else.
 * @param known whether a TAC is in the table: only repairs with a known TAC are offered
 */
export function parseImei(text: string, known: KnownTac = NONE_KNOWN): ImeiResult {
  const written = foldText(text).replaceAll(UNSEEN, '').trim();
  const number = withoutLabel(written);
  const characters = number.replace(SEPARATORS, '');
  if (number.startsWith('+') && /^\d+$/.test(characters)) {
    return { ok: false, problem: { kind: 'looks-like', what: 'phone' } };
  }
  const softwareVersion = SOFTWARE_VERSION.exec(number)?.[1];
  if (softwareVersion === undefined || characters.length < 16) return readNumber(characters, known);
  const result = readNumber(characters.slice(0, -2), known);
  return result.ok ? { ok: true, reading: { ...result.reading, softwareVersion } } : result;
}

/** The text behind a label that contains the word IMEI. */
function withoutLabel(written: string): string {
  const before = BEFORE_NUMBER.exec(written)?.[0] ?? '';
  const word = IMEI_WORD.exec(before);
  if (word === null) return written;
  const behind = written.slice(word.index + word[0].length);
  return behind.replace(LABEL_END, '').trimStart();
}
