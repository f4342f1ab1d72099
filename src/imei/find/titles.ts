import type { Steps } from '../../core/async/in-portions.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import type { OwnName, saysOf } from '../others/own-names.ts';

/** What divides the columns of a table in a text, as spreadsheets and Markdown do. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
/** No row of a table that people paste is longer. */
const LONGEST_ROW = 1_000;
const LONG_NUMBER = /\p{Nd}{5}/u;
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
  const titled: Titled = { text, headers: yield* headerSteps(text), saysOf: saysOfName };
  const isSql = MAY_BE_SQL.test(text);
  return (offset) => titleAt(titled, offset) ?? (isSql ? sqlTitleAt(titled, offset) : undefined);
}

interface Titled {
  readonly text: string;
  readonly headers: ReadonlyMap<string, readonly Header[]>;
  readonly saysOf: typeof saysOf;
}

/** By separator and number of columns: the first row of titles, and later ones that have the word IMEI. */
function* headerSteps(text: string): Steps<ReadonlyMap<string, readonly Header[]>> {
  const headers = new Map<string, Header[]>();
  if (!SEPARATORS.some((separator) => text.includes(separator))) return headers;
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const row = end - start > LONGEST_ROW ? '' : text.slice(start, end);
    if (LETTER.test(row) && !LONG_NUMBER.test(row)) addHeader(headers, row, end);
    start = end + 1;
    lines += 1;
    if (lines % LINES_PER_STEP === 0) yield;
  }
  return headers;
}

function addHeader(headers: Map<string, Header[]>, row: string, end: number): void {
  const hasImei = IMEI_WORD.test(row);
  for (const [key, titles] of splitRow(row)) {
    const own = headers.get(key);
    if (own === undefined) headers.set(key, [{ end, titles, hasImei }]);
    else if (hasImei) own.push({ end, titles, hasImei });
  }
}

/** The cells of a row for each separator that it has. */
function splitRow(row: string): readonly (readonly [key: string, cells: readonly string[]])[] {
  return SEPARATORS.flatMap((separator) => {
    const cells = row.split(separator);
    return cells.length > 1 ? [[`${separator}${cells.length}`, cells] as const] : [];
  });
}

function titleAt({ text, headers, saysOf: says }: Titled, offset: number): OwnName | undefined {
  if (headers.size === 0) return undefined;
  const from = Math.max(0, offset - LONGEST_ROW);
  const start = from + text.slice(from, offset).lastIndexOf('\n') + 1;
  const [row = ''] = text.slice(start, start + LONGEST_ROW).split('\n', 1);
  for (const [key] of splitRow(row)) {
    const header = headers.get(key)?.findLast(({ end }) => end < start);
    if (header === undefined) continue;
    const column = text.slice(start, offset).split(key.charAt(0)).length - 1;
    const title = named(header.titles[column] ?? '', says);
    if (title !== undefined && (header.hasImei || title.says === 'other')) return title;
  }
  return undefined;
}

function sqlTitleAt({ text, saysOf: says }: Titled, offset: number): OwnName | undefined {
  const [, columns = '', before = ''] = SQL.exec(text.slice(Math.max(0, offset - LONGEST_ROW), offset)) ?? [];
  const row = before.slice(before.lastIndexOf('('));
  return named(columns.split(',')[row.split(',').length - 1] ?? '', says);
}

function named(written: string, saysOfName: typeof saysOf): OwnName | undefined {
  const name = written.trim();
  const says = name === '' ? undefined : saysOfName(name);
  return says === undefined ? undefined : { name, says };
}
