import Papa from 'papaparse';

/** Spreadsheets recognize UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Cells that a spreadsheet would evaluate as a formula: OWASP, "CSV Injection". Plain numbers are harmless. */
const FORMULA = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/u;
const PLAIN_NUMBER = /^-?\d{1,11}(?:[.,]\d+)?$/;
/** Cells that a spreadsheet would change: it shortens long numbers and drops leading zeros and a plus. */
const CHANGED = /^(?:\d{12,}|0\d+|\+\d+|\d(?:[.,]\d+)?e[+-]?\d+)$/iu;

/**
 * Writes CSV that Excel and LibreOffice open unchanged. A tab before a number makes it text in both, and neither shows it.
 * `="0123"` is a formula, which LibreOffice shows. An apostrophe precedes what could be a formula.
 */
export function toCsv(rows: readonly (readonly string[])[], delimiter: string): Uint8Array {
  const text = Papa.unparse(
    rows.map((row) => row.map(harmless)),
    { delimiter, newline: '\r\n' },
  );
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${text}\r\n`);
}

function harmless(text: string): string {
  if (CHANGED.test(text)) return `\t${text}`;
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
