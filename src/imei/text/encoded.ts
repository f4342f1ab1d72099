import { foldText, UNSEEN } from './fold.ts';
import { withPlainDigits } from './odd-digits.ts';

const HEX = String.raw`[\da-f]`;
/** If encoded twice, `%` is `%25`. */
const PERCENT = '%(?:25)*';
const CONTINUED = `${PERCENT}[89ab]${HEX}`;
const BACKSLASH = String.raw`(?:\\|${PERCENT}5c)`;
const BACKSLASHES = `(?:${BACKSLASH}+)`;
/** A run of backslashes is read from its first one only: from each of them, a long run would take quadratic time. */
const RUN_START = `(?<!${BACKSLASH})`;
/** Half a surrogate pair, and other characters written by their number. */
const HIGH = `${BACKSLASHES}ud[89ab]${HEX}{2}`;
const LOW = `${BACKSLASHES}ud[c-f]${HEX}{2}`;

/**
 * One character as percent-encoded UTF-8 (RFC 3986, 2.1), or as an escape of JSON (RFC 8259, 7) or of programs (`\x34`),
 * possibly encoded once more.
 */
const ENCODED = new RegExp(
  [
    `${RUN_START}${HIGH}${LOW}`,
    `${RUN_START}${BACKSLASHES}(?:u${HEX}{4}|x${HEX}{2}|[tnr])`,
    `%(?:25)*[0-7]${HEX}`,
    `${PERCENT}[cd]${HEX}${CONTINUED}`,
    `${PERCENT}e${HEX}(?:${CONTINUED}){2}`,
    `${PERCENT}f[0-4](?:${CONTINUED}){3}`,
  ].join('|'),
  'gi',
);

/**
 * Replaces every encoded character of a folded text by the character itself, folded, and digits in circles and the like by
 * plain ones. Keeps the length: the surplus is filled with {@link UNSEEN}.
 */
export function withoutEncoding(folded: string): string {
  if (!/[%\\]/.test(folded)) return folded;
  return folded.replace(ENCODED, (encoded) =>
    foldText(withPlainDigits(decoded(encoded))).padEnd(encoded.length, UNSEEN),
  );
}

function decoded(encoded: string): string {
  const units = encoded.match(/(?:u[\da-f]{4}|x[\da-f]{2})/gi);
  if (units !== null) return String.fromCharCode(...units.map((unit) => Number.parseInt(unit.slice(1), 16)));
  if (!encoded.startsWith('%') || /[tnr]$/i.test(encoded)) return ' ';
  return Buffer.from(encoded.replace(/%(?:25)*(?=[\da-f]{2})/gi, ''), 'hex').toString('utf8');
}
