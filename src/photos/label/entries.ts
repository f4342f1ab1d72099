import type { Imei } from '../../imei/imei.ts';
import { asLines } from './lines.ts';

/** One entry of a code that may have several. */
export interface Entry {
  readonly text: string;
  /** The entry before it is the word IMEI. */
  readonly isNamed: boolean;
  /** Another entry is a word, so that the code is a record of something: of an order, a ticket, a payment. */
  readonly isOfRecord: boolean;
}

const BETWEEN_ROWS = /[\n\r]+/;
const BETWEEN_CELLS = /[\t;,|]/;
const NAME = /imei/i;
const IS_WORD = /^\P{N}*\p{L}{2}\P{N}*$/u;
/** What may stand between the name and its number: a slot, words of the same meaning, and signs. */
const BETWEEN = '(?:[^\\p{L}\\p{N}]|svn?|no|nr|num(?:ber|mer|ero)?|code|meid|esn|sim|slot|[1-9](?!\\d))*';
/** Between the digits of a number in groups. */
const BETWEEN_DIGITS = '[\\s./-]*';
/** What may stand right behind a number: the end, another entry, or the sign with which a code ends. */
const CLEAN = '[\\s\\p{C}\\p{L}\\p{N}:;,.#=*"\'/|()\\[\\]{}&+_-]';
/** All but the check digit, which may be left out. */
const LEAST_DIGITS = 14;

/** The entries of a code, of which some are labelled as people would type them, or by the titles of a table. */
export function entriesOf(text: string): readonly Entry[] {
  const rows = asLines(text)
    .split(BETWEEN_ROWS)
    .map((row) => row.split(BETWEEN_CELLS).map((cell) => cell.trim()));
  const isOfRecord = rows.flat().some((entry) => isWord(entry) && !NAME.test(entry));
  const [titles = [], ...cells] = rows;
  if (titles.length > 1 && titles.every(isWord) && cells.every(({ length }) => length === titles.length))
    return cells.flatMap((row) =>
      row.map((entry, column) => ({ text: entry, isNamed: NAME.test(titles[column] ?? ''), isOfRecord })),
    );
  const entries = rows.flat().filter((entry) => entry !== '');
  return entries.map((entry, index) => ({ text: entry, isNamed: isBehindName(entries, index), isOfRecord }));
}

/** Whether the entry before is the word, and not the last of several titles whose values follow in the same order. */
function isBehindName(entries: readonly string[], index: number): boolean {
  const [before = '', name = '', after] = [entries[index - 2], entries[index - 1], entries[index + 1]];
  const areTitles = isWord(before) && after !== undefined && !isWord(after);
  return isWord(name) && NAME.test(name) && !areTitles;
}

function isWord(entry: string): boolean {
  return IS_WORD.test(entry);
}

/** Whether a number stands right behind the word IMEI, and not behind other words of its entry: `IMEI check, order 35…`. */
export function isRightBehindName(entry: string, imei: Imei): boolean {
  return new RegExp(`imeis?${BETWEEN}${inGroups(imei)}`, 'iu').test(entry);
}

/** Whether a sign that no label has stands right behind a number, as where bars were misread. */
export function hasOddSignBehind(entry: string, imei: Imei): boolean {
  return new RegExp(`${inGroups(imei)}(?:${BETWEEN_DIGITS}\\d){0,2}(?!${CLEAN}|$)`, 'u').test(entry);
}

/** Finds the digits of an IMEI, in groups or not. */
function inGroups(imei: Imei): string {
  return [...imei.slice(0, LEAST_DIGITS)].join(BETWEEN_DIGITS);
}
