/** Spreadsheets only recognise UTF-8 with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Cells that a spreadsheet would evaluate as a formula: OWASP, "CSV Injection". Plain numbers are harmless. */
const FORMULA = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/u;
const PLAIN_NUMBER = /^-?\d{1,11}(?:[.,]\d+)?$/;
/** Cells that a spreadsheet would change: it shortens long numbers and drops leading zeros and a plus. */
const CHANGED = /^(?:\d{12,}|0\d+|\+\d+|\d(?:[.,]\d+)?e[+-]?\d+)$/iu;

const NEEDS_QUOTES = /["\r\n\uFEFF]|^ | $/u;

/**
 * Writes CSV that Excel and LibreOffice open unchanged: UTF-8 with a byte order mark, and lines ending in CR LF. A tab
 * precedes each number that must stay as it is: both programs then treat it as text and do not show the tab, and other
 * programs can trim it. `="0123"` is a formula, which LibreOffice shows literally. An apostrophe precedes what could be a
 * formula.
 */
export function toCsv(rows: readonly (readonly string[])[], separator: string): Uint8Array {
  const lines = rows.map((row) => row.map((cell) => quoted(harmless(cell), separator)).join(separator));
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`);
}

/** RFC 4180; cells with a leading or trailing space are quoted too, since some readers trim unquoted cells. */
function quoted(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !NEEDS_QUOTES.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

function harmless(text: string): string {
  if (CHANGED.test(text)) return `\t${text}`;
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
