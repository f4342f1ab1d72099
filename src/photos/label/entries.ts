import type { Imei } from '../../imei/number/imei.ts';
import { asLines } from './lines.ts';

/** One entry of a code that may have several. */
export interface Entry {
  readonly text: string;
  /** The entry before it is the word IMEI. */
  readonly isNamed: boolean;
  /** Another entry is a word, so that the code is a record of something: of an order, a ticket, a payment. */
  readonly isOfRecord: boolean;
}

const BETWEEN_ENTRIES = /[\n\r\t;,|]+/;
const NAME = /imei/i;
const IS_WORD = /^\P{N}*\p{L}{2}\P{N}*$/u;
/** What may stand between the name and its number: a slot, words of the same meaning, and signs. */
const BETWEEN = '(?:[^\\p{L}\\p{N}]|svn?|no|nr|num(?:ber|mer|ero)?|code|meid|esn|sim|slot|[1-9](?!\\d))*';
/** Between the digits of a number in groups. */
const BETWEEN_DIGITS = '[\\s./-]*';
/** All but the check digit, which may be left out. */
const LEAST_DIGITS = 14;

/** The entries of a code, of which some are labelled as people would type them. */
export function entriesOf(text: string): readonly Entry[] {
  const entries = asLines(text)
    .split(BETWEEN_ENTRIES)
    .map((entry) => entry.trim());
  const isOfRecord = entries.some((entry) => IS_WORD.test(entry) && !NAME.test(entry));
  return entries.map((entry, index) => {
    const before = entries[index - 1] ?? '';
    return { text: entry, isNamed: IS_WORD.test(before) && NAME.test(before), isOfRecord };
  });
}

/** Whether a number stands right behind the word IMEI, and not behind other words of its entry: `IMEI check, order 35…`. */
export function isRightBehindName(entry: string, imei: Imei): boolean {
  const digits = [...imei.slice(0, LEAST_DIGITS)].join(BETWEEN_DIGITS);
  return new RegExp(`imeis?${BETWEEN}${digits}`, 'iu').test(entry);
}
