import Papa from 'papaparse';
import { MAX_ROWS } from './bytes.ts';
import type { AddedColumns, Book, Rows, Sheet } from './workbook.ts';

const DELIMITERS = [';', '\t', ',', '|'];
/**
 * Characters and rows at the beginning that show which delimiter it is. Papaparse itself looks at
 * ten rows.
 */
const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_ROWS = 500;

/** A cell with nothing but a number, however it is grouped. */
const BARE_NUMBER = /^[^\p{L}:]*(?:\p{Nd}[^\p{L}:]*){14}$|^\s*\d[.,]\d+e\+\d+\s*$/iu;

/** Reads delimited text as one sheet; undefined if it is something else, such as a single line. */
export function readDelimited(text: string, name: string): Book | undefined {
  // JSON or markup.
  if (/^\s*[[{<]/.test(text)) return undefined;
  // Papaparse recognizes only one kind of line end in a text.
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const separator = separatorOf(body.slice(0, SAMPLE_CHARACTERS));
  const isTable = separator !== undefined && body.includes('\n');
  const isNamedTable = /\.[ct]sv$/i.test(name);
  if (!isTable && !isNamedTable) return undefined;
  const { data, meta } = parse(body, separator ?? ',', { preview: MAX_ROWS });
  // A text with commas, such as a chat or a log: its numbers are within sentences.
  if (!isNamedTable && !data.some(hasBareNumber)) return undefined;
  return {
    separator,
    sheets: [{ index: 0, name: '', rows: data, isCut: meta.truncated }],
    hidden: [],
  };
}

/** Whether a row of several cells has one with a number and nothing else. */
function hasBareNumber(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.some((cell) => BARE_NUMBER.test(cell));
}

/**
 * The delimiter that gives most rows the same number of cells; undefined if no delimiter does so
 * for half of them.
 */
function separatorOf(sample: string): string | undefined {
  const shares = DELIMITERS.map((delimiter) => {
    const { data } = parse(sample, delimiter, { preview: SAMPLE_ROWS, skipEmptyLines: 'greedy' });
    const counts = new Map<number, number>();
    for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width, count] = [...counts].reduce(
      (most, entry) => (entry[1] > most[1] ? entry : most),
      [0, 0],
    );
    return { delimiter, share: width > 1 ? count / data.length : 0 };
  });
  const best = shares.reduce((most, candidate) =>
    candidate.share > most.share ? candidate : most,
  );
  return best.share >= 0.5 ? best.delimiter : undefined;
}

function parse(text: string, delimiter: string, options: Papa.ParseConfig<string[]>) {
  return Papa.parse<string[]>(withoutStrayQuotes(text, delimiter), {
    ...options,
    delimiter,
    newline: '\n',
  });
}

/**
 * Removes quotes at the start of cells that do not end with one: they join rows, and papaparse
 * needs quadratic time for them.
 */
function withoutStrayQuotes(text: string, delimiter: string): string {
  const edges: readonly (string | undefined)[] = [undefined, delimiter, '\n'];
  let clean = '';
  let done = 0;
  for (let index = text.indexOf('"'); index >= 0; index = text.indexOf('"', index + 1)) {
    if (!edges.includes(text[index - 1])) continue;
    const start = index;
    index = text.indexOf('"', index + 1);
    while (index >= 0 && text[index + 1] === '"') index = text.indexOf('"', index + 2);
    if (index >= 0 && edges.includes(text[index + 1])) continue;
    clean += text.slice(done, start);
    for (done = start; text[done] === '"'; ) done += 1;
    index = done - 1;
  }
  return clean + text.slice(done);
}

/** The answer as files. */
export interface WrittenTable {
  /** UTF-8 with a byte order mark; safe to open in a spreadsheet. */
  readonly csv: Uint8Array;
  /** Of a workbook. */
  readonly xlsx: Uint8Array | undefined;
  /** It has the added columns, but no cells of the file. */
  readonly numbersOnly: boolean;
}

/** Spreadsheets recognize UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Cells that a spreadsheet would evaluate as a formula: OWASP, "CSV Injection". Plain numbers are
 * harmless.
 */
const FORMULA = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/u;
const PLAIN_NUMBER = /^-?\d{1,11}(?:[.,]\d+)?$/;
/**
 * Cells that a spreadsheet would change: it shortens long numbers and drops leading zeros and a
 * plus.
 */
const CHANGED = /^(?:\d{12,}|0\d+|\+\d+|\d(?:[.,]\d+)?e[+-]?\d+)$/iu;

/** Writes the answer to a file; only the added columns without the `book` that was read of it. */
export function writeTable(
  added: readonly AddedColumns[],
  separator = ',',
  book?: Book,
): WrittenTable {
  const tables = added.map((columns) => {
    const sheet = book?.sheets.find(({ index }) => index === columns.sheet);
    return { name: sheet?.name ?? '', rows: rowsWith(sheet, columns) };
  });
  return {
    csv: toCsv(oneBelowTheOther(tables), separator),
    xlsx: book?.write?.(added),
    numbersOnly: book === undefined,
  };
}

/** The rows of a sheet with the columns appended; only the columns if there is no sheet. */
function rowsWith(sheet: Sheet | undefined, { titlesRow, titles, rows }: AddedColumns): Rows {
  if (sheet === undefined) return [titles, ...rows.values()];
  const width = sheet.rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const line = (cells: readonly string[], more: readonly string[] = []): readonly string[] =>
    Array.from(
      { length: width + titles.length },
      (_, column) => cells[column] ?? more[column - width] ?? '',
    );
  const lines = sheet.rows.map((cells, row) =>
    line(cells, row === titlesRow ? titles : rows.get(row)),
  );
  return titlesRow === undefined ? [line([], titles), ...lines] : lines;
}

/** A CSV has no sheets: each of several is below its name. */
function oneBelowTheOther(tables: readonly { readonly name: string; readonly rows: Rows }[]): Rows {
  if (tables.length === 1) return tables[0]?.rows ?? [];
  return tables.flatMap(({ name, rows }, index) => [...(index > 0 ? [[]] : []), [name], ...rows]);
}

/**
 * Writes CSV that Excel and LibreOffice open unchanged. A tab before a number makes it text in
 * both, and neither shows it.
 * `="0123"` is a formula, which LibreOffice shows. An apostrophe precedes what could be a formula.
 */
export function toCsv(rows: Rows, delimiter: string): Uint8Array {
  const cells = rows.map((row) => row.map(harmless));
  const text = Papa.unparse(cells, { delimiter, newline: '\r\n' });
  return new TextEncoder().encode(`${BYTE_ORDER_MARK}${text}\r\n`);
}

function harmless(text: string): string {
  if (CHANGED.test(text)) return `\t${text}`;
  return FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
