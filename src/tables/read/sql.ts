import { type Cell, MAX_CELLS, MAX_ROWS, type Table, type TableReading, trouble } from '../table.ts';

/** A name as databases quote it, with that of its schema before it, of which the last part counts. */
const NAME = String.raw`[\p{L}\p{N}_.\u0060"'\[\]-]{1,200}`;
/** No list of columns is longer. */
const COLUMNS = String.raw`\(([^()]{0,4000})\)`;
const STATEMENT = new RegExp(
  String.raw`^[ \t]*(?:INSERT[ \t]+(?:IGNORE[ \t]+)?INTO[ \t]+(${NAME})\s{0,10}(?:${COLUMNS})?\s{0,10}VALUES?\s{0,10}(?=\()|COPY[ \t]+(${NAME})[ \t]*${COLUMNS}[ \t]+FROM[ \t]+stdin[^\n]{0,200}\n|CREATE[ \t]+TABLE[ \t]+(?:IF[ \t]+NOT[ \t]+EXISTS[ \t]+)?(${NAME})\s{0,10}\()`,
  'gimu',
);
/** A line of a table's definition that is no column. */
const NO_COLUMN = /^(?:PRIMARY|UNIQUE|FOREIGN|CONSTRAINT|KEY|INDEX|CHECK|FULLTEXT)(?!\p{L})/iu;
const COLUMN = /^[ \t]*([`"[]?[\p{L}_][\p{L}\p{N}_]{0,100})/u;
const QUOTES = /[`"'[\]]/gu;
const MOST_DEFINITIONS = 500;
const LONGEST_DEFINITION = 20_000;

/** Whether a text is what a database writes to be read by another: rows as `INSERT` or `COPY` has them. */
export function isSql(text: string): boolean {
  return [...text.slice(0, 100_000).matchAll(STATEMENT)].some(([, inserted, , copied]) => inserted ?? copied);
}

/** Reads the rows of a text of SQL, with the titles of their columns where the text has them: a table for each of the database. */
export function readSql(text: string): TableReading {
  const tables = new Map<string, Rows>();
  let cells = 0;
  let rows = 0;
  for (const statement of statementsIn(text)) {
    rows += statement.rows.length + 1;
    cells += statement.rows.reduce((sum, row) => sum + row.length, statement.titles.length);
    if (rows > MAX_ROWS || cells > MAX_CELLS) return trouble('too-much');
    addRows(tables, statement);
  }
  return {
    ok: true,
    book: { tables: [...tables].map(tableOf), hiddenSheets: [], kind: 'delimited', separator: ',' },
  };
}

interface Statement {
  readonly name: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function* statementsIn(text: string): Generator<Statement> {
  const definitions = new Map<string, readonly string[]>();
  let end = 0;
  for (const match of text.matchAll(STATEMENT)) {
    const [all, inserted, ownTitles, copied, copiedTitles, created = ''] = match;
    const at = match.index + all.length;
    // What is in a value is no statement.
    if (match.index < end) continue;
    const written = inserted ?? copied;
    if (written === undefined) {
      define(definitions, nameOf(created), () => definedAt(text, at));
      continue;
    }
    const name = nameOf(written);
    const titles = titlesIn(ownTitles ?? copiedTitles) ?? definitions.get(name) ?? [];
    const read = copied === undefined ? insertedAt(text, at) : copiedAt(text, at);
    end = read.end;
    yield { name, titles, rows: read.rows };
  }
}

/** Dumps define a table once. */
function define(
  definitions: Map<string, readonly string[]>,
  name: string,
  titles: () => readonly string[],
): void {
  if (definitions.size < MOST_DEFINITIONS && !definitions.has(name)) definitions.set(name, titles());
}

interface Rows {
  titles: string;
  readonly rows: (readonly string[])[];
}

/** The titles come once more where they are others than before. */
function addRows(tables: Map<string, Rows>, { name, titles, rows }: Statement): void {
  const own = tables.get(name) ?? { titles: '', rows: [] };
  tables.set(name, own);
  const written = titles.join(',');
  if (titles.length > 0 && written !== own.titles) {
    own.rows.push(titles);
    own.titles = written;
  }
  for (const row of rows) own.rows.push(row);
}

function tableOf([name, { rows }]: readonly [string, Rows]): Table {
  return {
    name,
    rows: rows.map((row) => row.map((text): Cell => ({ text }))),
    hiddenRows: new Set(),
    hiddenColumns: 0,
  };
}

function nameOf(written: string): string {
  return written.replace(QUOTES, '').split('.').at(-1) ?? '';
}

function titlesIn(written: string | undefined): readonly string[] | undefined {
  return written?.split(',').map((title) => title.replace(QUOTES, '').trim());
}

/** The columns of a table from its definition: each begins a line. */
function definedAt(text: string, at: number): readonly string[] {
  const [definition = ''] = text.slice(at, at + LONGEST_DEFINITION).split(';', 1);
  return definition.split('\n').flatMap((line) => {
    const [, name = ''] = COLUMN.exec(line) ?? [];
    const plain = name.replace(QUOTES, '');
    return plain === '' || NO_COLUMN.test(plain) ? [] : [plain];
  });
}

interface ReadRows {
  readonly rows: readonly (readonly string[])[];
  readonly end: number;
}

/** The rows of `COPY`, in lines with tabs up to `\.`. */
function copiedAt(text: string, at: number): ReadRows {
  const end = text.indexOf('\n\\.', at);
  const written = text.slice(at, end < 0 ? text.length : end);
  const rows = written.split(/\r?\n/u, MAX_ROWS + 1).filter((line) => line !== '');
  return { rows: rows.map((line) => line.split('\t')), end: at + written.length };
}

/** The rows of `INSERT`, each in brackets. */
function insertedAt(text: string, start: number): ReadRows {
  const rows: string[][] = [];
  let at = start;
  let cells = 0;
  while (text[at] === '(' && cells <= MAX_CELLS) {
    const row: string[] = [];
    at += 1;
    for (;;) {
      const value = valueAt(text, at);
      row.push(value.text);
      at = value.end + 1;
      if (text[value.end] !== ',') break;
    }
    rows.push(row);
    cells += row.length;
    at = afterComma(text, at);
  }
  return { rows, end: at };
}

/** Where the next row may begin. */
function afterComma(text: string, at: number): number {
  const [gap = ''] = /^\s{0,1000}(?:,\s{0,1000})?/u.exec(text.slice(at, at + 2_001)) ?? [];
  return at + gap.length;
}

/** A part of a text, and the index of what is behind it. */
interface Part {
  readonly text: string;
  readonly end: number;
}

/** A value up to the comma or bracket behind it. */
function valueAt(text: string, start: number): Part {
  let value = '';
  let at = start;
  for (;;) {
    const end = nextOf(/[,)'"]/gu, text, at);
    value += text.slice(at, end);
    const quote = text[end];
    if (quote !== "'" && quote !== '"') return { text: value.trim(), end };
    const inside = quotedAt(text, end + 1, quote);
    value += inside.text;
    at = inside.end;
  }
}

/** What is in quotes, where a quote is doubled or has a backslash before it. */
function quotedAt(text: string, start: number, quote: string): Part {
  let value = '';
  let at = start;
  for (;;) {
    const end = nextOf(quote === "'" ? /['\\]/gu : /["\\]/gu, text, at);
    value += text.slice(at, end);
    const isEscape = text[end] === '\\' || text[end + 1] === quote;
    if (end >= text.length || !isEscape) return { text: value, end: end + 1 };
    value += text[end + 1] ?? '';
    at = end + 2;
  }
}

/** The next place of one of these characters; the end of the text if there is none. */
function nextOf(characters: RegExp, text: string, from: number): number {
  characters.lastIndex = from;
  return characters.exec(text)?.index ?? text.length;
}
