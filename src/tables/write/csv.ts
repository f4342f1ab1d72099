/** Spreadsheets read UTF-8 as such only behind this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet would take for a formula, or carry out: OWASP, "CSV Injection". Plain numbers are none. */
const FORMULA = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/u;
const PLAIN_NUMBER = /^-?\d{1,11}(?:[.,]\d+)?$/;
/** What a spreadsheet would change: long numbers are shortened, leading zeros and a plus dropped. */
const CHANGED = /^(?:\d{12,}|0\d+|\+\d+|\d(?:[.,]\d+)?e[+-]?\d+)$/iu;

const NEEDS_QUOTES = /["\r\n\uFEFF]|^ | $/u;

/**
 * Rows as CSV that Excel and LibreOffice open as it is: UTF-8 with its mark, and lines that end with CR LF.
 *
 * Before a number that must stay as it is stands a tab, which makes it text in both and is not seen; a program gets
 * rid of it by trimming. `="0123"` is a formula, which LibreOffice shows as such and no program expects. Before what
 * could be a formula stands an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[], separator: string): Uint8Array {
  const lines = rows.map((row) => row.map((cell) => quoted(harmless(cell), separator)).join(separator));
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`);
}

/** RFC 4180; a space at an end is quoted as well, since some readers trim what is not. */
function quoted(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !NEEDS_QUOTES.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

function harmless(text: string): string {
  if (CHANGED.test(text)) return `\t${text}`;
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
