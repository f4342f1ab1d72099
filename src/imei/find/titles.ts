import type { Steps } from '../../core/async/event-loop.ts';
import { MASK } from '../imei.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import type { OwnName, saysOf } from '../others/own-names.ts';
import { isPlainTitle } from '../others/plain-titles.ts';

/** What divides the columns of a table in a text, as spreadsheets and Markdown do. */
const SEPARATORS = ['\t', ';', '|', ','] as const;
/** Those of them that no sentence has: rows with one, one below the other, are a table. */
const OF_TABLES = ['\t', ';', '|'] as const;
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
  const { headers, blocks } = yield* headerSteps(text);
  const isSql = MAY_BE_SQL.test(text);
  let row: Row | undefined;
  const titleAt = (offset: number): OwnName | undefined => {
    if (headers.size === 0) return undefined;
    if (row === undefined || offset < row.start || offset > row.end)
      row = rowAt(text, offset, { headers, blocks });
    return titleIn(row, text.slice(row.start, offset), saysOfName);
  };
  return (offset) => titleAt(offset) ?? (isSql ? sqlTitleAt(text, offset, saysOfName) : undefined);
}

/** A line of a text, and by what divides it the row of titles above it that has as many columns. */
interface Row {
  readonly start: number;
  readonly end: number;
  readonly headers: readonly (readonly [separator: string, Header])[];
  /** The table it is in, whatever its number of columns: the last cells of a row may be left out. */
  readonly block: Block | undefined;
}

/** Rows with the same separator, one below the other, of which the first has titles. */
interface Block {
  readonly separator: string;
  readonly start: number;
  readonly titles: readonly string[];
  end: number;
}

/** What the rows of titles in a text are. */
interface Headers {
  readonly headers: ReadonlyMap<string, readonly Header[]>;
  readonly blocks: readonly Block[];
}

/** By separator and number of columns: the first row of titles, and later ones that have the word IMEI or begin below a gap. */
function* headerSteps(text: string): Steps<Headers> {
  const headers = new Map<string, Header[]>();
  const blocks: Block[] = [];
  if (!SEPARATORS.some((separator) => text.includes(separator))) return { headers, blocks };
  const takeRow = blockReader(
    OF_TABLES.filter((separator) => text.includes(separator)),
    blocks,
  );
  let lines = 0;
  let isBelowGap = false;
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const row = end - start > LONGEST_ROW ? '' : text.slice(start, end);
    const mayBeTitles = LETTER.test(row) && !LONG_NUMBER.test(row);
    if (mayBeTitles) addHeader(headers, { row, end, isBelowGap });
    takeRow({ row, start, end, mayBeTitles });
    isBelowGap = row.trim() === '';
    start = end + 1;
    lines += 1;
    if (lines % LINES_PER_STEP === 0) yield;
  }
  return { headers, blocks };
}

interface Line {
  readonly row: string;
  readonly start: number;
  readonly end: number;
  readonly mayBeTitles: boolean;
}

/** Returns a function that takes the lines of a text and adds the tables that it has. */
function blockReader(separators: readonly string[], blocks: Block[]): (line: Line) => void {
  const open = new Map<string, Block | 'untitled'>();
  return ({ row, start, end, mayBeTitles }) => {
    for (const separator of separators) {
      const own = open.get(separator);
      if (!row.includes(separator)) open.delete(separator);
      else if (own === undefined && mayBeTitles) {
        const block = { separator, start, titles: row.split(separator), end };
        blocks.push(block);
        open.set(separator, block);
      } else if (own === undefined) open.set(separator, 'untitled');
      else if (own !== 'untitled') own.end = end;
    }
  };
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

function rowAt(text: string, offset: number, { headers, blocks }: Headers): Row {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.indexOf('\n', offset);
  const end = next < 0 ? text.length : next;
  if (end - start > LONGEST_ROW) return { start, end, headers: [], block: undefined };
  const row = text.slice(start, end);
  const above = SEPARATORS.flatMap((separator) => {
    const own = headers.get(keyOf(separator, countOf(separator, row) + 1)) ?? [];
    const header = lastBefore(own, start, ({ end: last }) => last);
    return header === undefined ? [] : [[separator, header] as const];
  });
  // Of several separators the last one begins the table.
  const block = lastBefore(blocks, start, ({ start: first }) => first);
  return { start, end, headers: above, block: block !== undefined && start <= block.end ? block : undefined };
}

function countOf(separator: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

/** The last of some, in their order, that is before an offset: halved again and again, as there may be thousands. */
function lastBefore<T>(all: readonly T[], offset: number, placeOf: (one: T) => number): T | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one !== undefined && placeOf(one) < offset) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}

function titleIn({ headers, block }: Row, before: string, says: typeof saysOf): OwnName | undefined {
  for (const [separator, header] of headers) {
    const title = named(header.titles[countOf(separator, before)] ?? '', says);
    if (title !== undefined && (header.hasImei || title.says === 'other')) return title;
  }
  if (block === undefined) return undefined;
  const title = named(block.titles[countOf(block.separator, before)] ?? '', says);
  // What titles of phones say as well says nothing where no other title is IMEI.
  return title?.says === 'unknown' && isPlainTitle(title.name) ? undefined : title;
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
