import type { Steps } from '../../core/async/event-loop.ts';
import { MASK } from '../number/imei.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import type { OwnName, saysOf } from '../others/own-names.ts';

/** What divides the columns of a table in a text, as spreadsheets and Markdown do. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
/** No row of a table that people paste is longer. */
const LONGEST_ROW = 1_000;
/** A number that is no title, also one of which most digits were masked before the text was kept. */
const LONG_NUMBER = new RegExp(String.raw`\p{Nd}{5}|${MASK}`, 'u');
const LETTER = /\p{L}/u;
/** The columns before the rows of SQL, and the row that a number is in, with those before it. */
const SQL = /\(([^()]{1,500})\)\s{0,10}values?\s{0,10}(\(.{0,1000})$/isu;
const MAY_BE_SQL = /\)\s{0,10}values?\s{0,10}\(/iu;

/** A row of titles. */
interface Header {
  readonly end: number;
  readonly titles: readonly string[];
  /** One of them is IMEI, so that the others are something else. */
  readonly hasImei: boolean;
}

const LINES_PER_STEP = 50;

/** Returns a function that tells the title of the column in which a number begins at an offset; undefined if there is none. */
export function* titleSteps(
  text: string,
  saysOfName: typeof saysOf,
): Steps<(offset: number) => OwnName | undefined> {
  const headers = yield* headerSteps(text);
  const isSql = MAY_BE_SQL.test(text);
  let row: Row | undefined;
  const titleAt = (offset: number): OwnName | undefined => {
    if (headers.size === 0) return undefined;
    if (row === undefined || offset < row.start || offset > row.end) row = rowAt(text, offset, headers);
    return titleIn(row, text.slice(row.start, offset), saysOfName);
  };
  return (offset) => titleAt(offset) ?? (isSql ? sqlTitleAt(text, offset, saysOfName) : undefined);
}

/** A line of a text, and by what divides it the row of titles above it that has as many columns. */
interface Row {
  readonly start: number;
  readonly end: number;
  readonly headers: readonly (readonly [separator: string, Header])[];
}

/** By separator and number of columns: the first row of titles, and later ones that have the word IMEI or begin below a gap. */
function* headerSteps(text: string): Steps<ReadonlyMap<string, readonly Header[]>> {
  const headers = new Map<string, Header[]>();
  if (!SEPARATORS.some((separator) => text.includes(separator))) return headers;
  let lines = 0;
  let isBelowGap = false;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const row = end - start > LONGEST_ROW ? '' : text.slice(start, end);
    if (LETTER.test(row) && !LONG_NUMBER.test(row)) addHeader(headers, { row, end, isBelowGap });
    isBelowGap = row.trim() === '';
    start = end + 1;
    lines += 1;
    if (lines % LINES_PER_STEP === 0) yield;
  }
  return headers;
}

/** A line that may have titles. */
interface Titled {
  readonly row: string;
  readonly end: number;
  /** The line above is blank. */
  readonly isBelowGap: boolean;
}

function addHeader(headers: Map<string, Header[]>, { row, end, isBelowGap }: Titled): void {
  const hasImei = IMEI_WORD.test(row);
  for (const [key, titles] of splitRow(row)) {
    const own = headers.get(key);
    if (own === undefined) headers.set(key, [{ end, titles, hasImei }]);
    else if (hasImei) own.push({ end, titles, hasImei });
    // Those of a further table are of something else, too, where the first one had the word.
    else if (isBelowGap && own.some((one) => one.hasImei)) own.push({ end, titles, hasImei: true });
  }
}

/** The cells of a row for each separator that it has. */
function splitRow(row: string): readonly (readonly [key: string, cells: readonly string[]])[] {
  return SEPARATORS.flatMap((separator) => {
    const cells = row.split(separator);
    return cells.length > 1 ? [[keyOf(separator, cells.length), cells] as const] : [];
  });
}

function keyOf(separator: string, columns: number): string {
  return `${separator}${columns}`;
}

function rowAt(text: string, offset: number, headers: ReadonlyMap<string, readonly Header[]>): Row {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.indexOf('\n', offset);
  const end = next < 0 ? text.length : next;
  if (end - start > LONGEST_ROW) return { start, end, headers: [] };
  const row = text.slice(start, end);
  const above = SEPARATORS.flatMap((separator) => {
    const header = lastBefore(headers.get(keyOf(separator, countOf(separator, row) + 1)) ?? [], start);
    return header === undefined ? [] : [[separator, header] as const];
  });
  return { start, end, headers: above };
}

function countOf(separator: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

/** The last of some headers, in their order, that ends before a row begins: halved again and again, as there may be thousands. */
function lastBefore(headers: readonly Header[], start: number): Header | undefined {
  let [low, high] = [0, headers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headers[middle]?.end ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return headers[low - 1];
}

function titleIn({ headers }: Row, before: string, says: typeof saysOf): OwnName | undefined {
  for (const [separator, header] of headers) {
    const title = named(header.titles[countOf(separator, before)] ?? '', says);
    if (title !== undefined && (header.hasImei || title.says === 'other')) return title;
  }
  return undefined;
}

function sqlTitleAt(text: string, offset: number, says: typeof saysOf): OwnName | undefined {
  const [, columns = '', before = ''] = SQL.exec(text.slice(Math.max(0, offset - LONGEST_ROW), offset)) ?? [];
  const row = before.slice(before.lastIndexOf('('));
  return named(columns.split(',')[row.split(',').length - 1] ?? '', says);
}

function named(written: string, saysOfName: typeof saysOf): OwnName | undefined {
  const name = written.trim();
  const says = name === '' ? undefined : saysOfName(name);
  return says === undefined ? undefined : { name, says };
}
