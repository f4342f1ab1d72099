import { foldText, UNSEEN } from './fold.ts';
import { type ImeiResult, readNumber } from './read.ts';
import type { KnownTac } from './repairs.ts';

const LABEL = /^[^\d:]*imei(?:sv)?(?:[^\d:]*\d?[^\d:]*:)?/i;
const SOFTWARE_VERSION = /\/\s*(\d{2})\s*$/;
const SEPARATORS = /[^\p{L}\p{N}]/gu;

/**
 * Reads one number that somebody gave as an IMEI, with any separators anywhere in it, perhaps with a label before it
 * and a software version behind it. Use `findImeis` for a text that may hold anything else.
 * @param known whether a TAC is in a table: only repairs with a known one are offered
 */
export function parseImei(text: string, known: KnownTac = () => false): ImeiResult {
  const number = foldText(text).replaceAll(UNSEEN, '').trim().replace(LABEL, '').trimStart();
  const characters = number.replace(SEPARATORS, '');
  if (number.startsWith('+') && /^\d+$/.test(characters)) {
    return { ok: false, problem: { kind: 'looks-like', what: 'phone' } };
  }
  const softwareVersion = SOFTWARE_VERSION.exec(number)?.[1];
  if (softwareVersion === undefined || characters.length < 16) return readNumber(characters, known);
  const result = readNumber(characters.slice(0, -2), known);
  return result.ok ? { ...result, softwareVersion } : result;
}
