/**
 * A line of a memory dump, and the column with its text in UTF-16: `0x00000010: 00310033 '3.1.'`.
 * Neither its words nor its column may be 15 digits in a row, which are never left out.
 */
const LINE = String.raw`0x[\da-f]{8}: (?:[\da-f]{8} +){1,4}'((?:[^'\n][. ]){1,8})'`;
/** Android calls its answer a parcel, which is not the name of a number here. */
const ANSWER = String.raw`(?:Result: Parcel\(\W{1,20})?`;
/** Lines of one dump. Signs of a comment or a log may be before each. */
const DUMP = new RegExp(`${ANSWER}${LINE}(?:\\W{1,20}${LINE})*`, 'g');
const TEXT_COLUMN = new RegExp(LINE, 'g');
/** A byte without a character is a dot. Each character of UTF-16 has one such byte behind it. */
const NO_TEXT = /[. ]/g;
const LINE_END = /\n/g;

/**
 * Replaces memory dumps by their text. Android answers so when it is asked for its IMEI on a
 * command line:
 *
 *     0x00000000: 00000000 0000000f 00350033 00390036 '........3.5.6.9.'
 *     0x00000010: 00380033 00330030 00360035 00330034 '3.8.0.3.5.6.4.3.'
 *     0x00000020: 00300038 00000039                   '8.0.9...        ')
 *
 * becomes `356938035643809)` and two empty lines, so that other lines keep their numbers.
 */
export function readDumps(text: string): string {
  if (!text.includes('0x')) return text;
  return text.replace(DUMP, (dump) => textOf(dump) + (dump.match(LINE_END) ?? []).join(''));
}

function textOf(dump: string): string {
  const columns = Array.from(dump.matchAll(TEXT_COLUMN), ([, column = '']) => column);
  return columns.join('').replace(NO_TEXT, '');
}
