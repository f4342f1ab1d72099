import { foldText, UNSEEN } from './fold.ts';

const HEX = String.raw`[\da-f]`;
/** Encoded once more, `%` is `%25`. */
const PERCENT = '%(?:25)*';
const CONTINUED = `${PERCENT}[89ab]${HEX}`;
const BACKSLASHES = String.raw`(?:(?:\\|${PERCENT}5c)+)`;
/** Half a pair, and what else is written by its number. */
const HIGH = `${BACKSLASHES}ud[89ab]${HEX}{2}`;
const LOW = `${BACKSLASHES}ud[c-f]${HEX}{2}`;

/**
 * One character as addresses encode it, in UTF-8 (RFC 3986, 2.1), or as JSON escapes it (RFC 8259, 7), also where that was
 * put into an address or into JSON again.
 */
const ENCODED = new RegExp(
  [
    `${HIGH}${LOW}`,
    `${BACKSLASHES}(?:u${HEX}{4}|[tnr])`,
    `%(?:25)*[0-7]${HEX}`,
    `${PERCENT}[cd]${HEX}${CONTINUED}`,
    `${PERCENT}e${HEX}(?:${CONTINUED}){2}`,
    `${PERCENT}f[0-4](?:${CONTINUED}){3}`,
  ].join('|'),
  'gi',
);

/**
 * A folded text with every encoded character as the character itself, folded. It keeps its length: what an encoding is
 * longer than its character is filled with {@link UNSEEN}.
 */
export function withoutEncoding(folded: string): string {
  if (!/[%\\]/.test(folded)) return folded;
  return folded.replace(ENCODED, (encoded) => foldText(decoded(encoded)).padEnd(encoded.length, UNSEEN));
}

function decoded(encoded: string): string {
  const units = encoded.match(/u[\da-f]{4}/gi);
  if (units !== null) return String.fromCharCode(...units.map((unit) => Number.parseInt(unit.slice(1), 16)));
  if (!encoded.startsWith('%') || /[tnr]$/i.test(encoded)) return ' ';
  return Buffer.from(encoded.replace(/%(?:25)*(?=[\da-f]{2})/gi, ''), 'hex').toString('utf8');
}
