import Papa from 'papaparse';
import { withSingleBars } from '../../../imei/fold.ts';
import { type Book, MAX_ROWS } from '../book.ts';
import { hasNumber } from '../numbers/cell-texts.ts';

const DELIMITERS = [';', '\t', ',', '|'];
/**
 * Characters and rows at the beginning that show which delimiter it is. Papaparse itself looks at
 * ten rows.
 */
const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_ROWS = 500;
/** The least share of rows with the same number of cells in a table. */
const MIN_SHARE = 0.5;

/** The first line that names the delimiter for Excel, which does not show it: `sep=;`. */
const DELIMITER_LINE = /^"?sep=."?\n/i;
const LETTER_OR_COLON = /[\p{L}:]/u;
/** A cell with only a long number in short notation, `3.52E+14`. */
const BARE_SHORT_NOTATION = /^\s*\d[.,]\d+e\+\d+\s*$/i;

/**
 * Reads delimited text as one sheet; undefined if it is something else, such as a single line.
 *
 *     IMEI;Price               ['IMEI', 'Price']
 *     356938035643809;100      ['356938035643809', '100']
 *
 *     10:01, Ann: hello        undefined: the number is within a sentence
 *     10:02, Bob: mine is 356938035643809
 */
export function readDelimited(text: string, name: string): Book | undefined {
  // JSON or markup.
  if (/^\s*[[{<]/.test(text)) return undefined;
  // Papaparse 5.7.1 recognizes only one kind of line end in a text:
  // https://github.com/mholt/PapaParse/issues/345
  const lines = text.replace(/\r\n?/g, '\n').replace(DELIMITER_LINE, '').replace(/\n$/, '');
  const body = withSingleBars(lines);
  const delimiter = delimiterOf(body.slice(0, SAMPLE_CHARACTERS));
  const isTable = delimiter !== undefined && body.includes('\n');
  const isNamedTable = /\.[ct]sv$/i.test(name);
  if (!isTable && !isNamedTable) return undefined;
  const { data, meta } = parseText(body, delimiter ?? ',', { preview: MAX_ROWS });
  // A text with commas, such as a chat or a log: its numbers are within sentences.
  if (!isNamedTable && !data.some(hasBareNumber)) return undefined;
  return {
    delimiter,
    sheets: [{ index: 0, name: '', rows: data, isCut: meta.truncated }],
    hidden: [],
  };
}

/** Whether a row has several cells, and one of them contains only a number. */
function hasBareNumber(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.some(isBareNumber);
}

function isBareNumber(cell: string): boolean {
  if (BARE_SHORT_NOTATION.test(cell)) return true;
  return hasNumber(cell) && !LETTER_OR_COLON.test(cell);
}

/**
 * The delimiter that gives most rows the same number of cells; undefined if no delimiter does so
 * for half of them.
 */
function delimiterOf(sample: string): string | undefined {
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, share: shareOf(delimiter, sample) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((first, second) => second.share - first.share);
  return best?.delimiter;
}

/** The share of rows with the most frequent number of cells; 0 if that is one cell. */
function shareOf(delimiter: string, sample: string): number {
  const { data: rows } = parseText(sample, delimiter, {
    preview: SAMPLE_ROWS,
    skipEmptyLines: 'greedy',
  });
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].sort((first, second) => second[1] - first[1]);
  return width > 1 ? count / rows.length : 0;
}

function parseText(text: string, delimiter: string, options: Papa.ParseConfig<string[]>) {
  return Papa.parse<string[]>(withoutStrayQuotes(text, delimiter), {
    ...options,
    delimiter,
    newline: '\n',
  });
}

/**
 * Removes quotes at the start of cells that do not end with one: they join rows, and papaparse
 * 5.7.1 needs quadratic time for them. Remove this once it is fixed:
 * https://github.com/mholt/PapaParse/issues/713
 */
function withoutStrayQuotes(text: string, delimiter: string): string {
  const isEdge = (index: number): boolean => {
    const sign = text[index];
    return sign === undefined || sign === delimiter || sign === '\n';
  };
  let clean = '';
  let copiedTo = 0;
  let quote = text.indexOf('"');
  while (quote >= 0) {
    let last = quote;
    if (isEdge(quote - 1)) {
      const closing = closingQuote(text, quote);
      if (closing !== undefined && isEdge(closing + 1)) {
        last = closing;
      } else {
        clean += text.slice(copiedTo, quote);
        last = lastOfQuotes(text, quote);
        copiedTo = last + 1;
      }
    }
    quote = text.indexOf('"', last + 1);
  }
  return clean + text.slice(copiedTo);
}

/** The quote that ends a quoted cell; two of them are one in its text. Undefined if none does. */
function closingQuote(text: string, opening: number): number | undefined {
  let quote = text.indexOf('"', opening + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote < 0 ? undefined : quote;
}

function lastOfQuotes(text: string, first: number): number {
  let last = first;
  while (text[last + 1] === '"') last += 1;
  return last;
}
