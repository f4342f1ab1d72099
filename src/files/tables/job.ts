import { createHash } from 'node:crypto';
import { findImeis } from '../../imei/find.ts';
import type { KnownTac } from '../../imei/repairs.ts';
import { type Book, type Sheet, Unusable } from './book.ts';
import { contentOf } from './bytes.ts';
import {
  type AddedColumns,
  MOST_NUMBERS,
  type TableAnswer,
  type TableQuestion,
  type TableReading,
  type WrittenTable,
} from './contract.ts';
import { toCsv } from './csv.ts';
import { readDelimited } from './delimited.ts';
import { numbersOf } from './numbers.ts';

/** A job for the child process. */
export type TableJob =
  | {
      readonly kind: 'read';
      readonly question: TableQuestion;
      readonly knownTacs: Uint32Array | undefined;
    }
  | { readonly kind: 'write'; readonly answer: TableAnswer };

type Rows = readonly (readonly string[])[];

/** Does one job. */
export async function workOnTable(job: TableJob): Promise<TableReading | WrittenTable> {
  return job.kind === 'read' ? read(job.question, job.knownTacs) : write(job.answer);
}

async function read(question: TableQuestion, tacs: Uint32Array | undefined): Promise<TableReading> {
  try {
    const { book, text = '' } = await open(question);
    const known = knownIn(tacs);
    if (book === undefined) return readText(text, known);
    const numbers = numbersOf(book, known, question.columns ?? []);
    if (numbers.sheets.length + numbers.asked.length > 0)
      return { kind: 'table', table: { ...numbers, digest: digestOf(question.bytes) } };
    if (numbers.kind === 'delimited') return readText(text, known);
    return { kind: 'unusable', why: 'no-imeis', coverage: numbers.coverage };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { kind: 'unusable', why: error.why };
  }
}

function readText(text: string, known: KnownTac): TableReading {
  const { found, asked, problems, duplicates } = findImeis(text, { known });
  const first = <One>(all: readonly One[]): readonly One[] => all.slice(0, MOST_NUMBERS);
  const findings = { found: first(found), asked: first(asked), problems: first(problems), duplicates };
  return { kind: 'text', findings, isCut: [found, asked, problems].some((all) => all.length > MOST_NUMBERS) };
}

/** `isShown`: the cells of a workbook have the text that a spreadsheet shows. */
async function open(
  { bytes, name }: TableQuestion,
  isShown = false,
): Promise<{ readonly book?: Book | undefined; readonly text?: string }> {
  const { isWorkbook, text } = contentOf(bytes);
  if (!isWorkbook) return { book: readDelimited(text ?? '', name), text: text ?? '' };
  // The library is large, and many files do not need it.
  const { readWorkbook } = await import('./workbook.ts');
  return { book: await readWorkbook(text ?? bytes, isShown) };
}

async function write({ file, kind, separator = ',', added }: TableAnswer): Promise<WrittenTable> {
  const isSame = file !== undefined && digestOf(file.bytes) === file.digest;
  const { book } = isSame ? await open(file, true) : {};
  const tables = added.map((columns) => {
    const sheet = book?.sheets.find(({ at }) => at === columns.sheet);
    return { name: sheet?.name ?? '', rows: rowsWith(sheet, columns) };
  });
  const written = { csv: toCsv(oneBelowTheOther(tables), separator), numbersOnly: book === undefined };
  if (kind === 'delimited') return written;
  const { writeRows } = await import('./workbook.ts');
  try {
    return { ...written, xlsx: book?.write?.(added) ?? writeRows(tables.map(({ rows }) => rows)) };
  } catch {
    // The library refuses texts that are longer than Excel allows.
    return written;
  }
}

/** The visible rows of a sheet with the columns appended; only the columns if there is no sheet. */
function rowsWith(sheet: Sheet | undefined, { titlesRow, titles, rows }: AddedColumns): Rows {
  if (sheet === undefined) return [titles, ...rows.values()];
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const blank = Array.from({ length: Math.max(width, titles.length) }, () => '');
  const lines = sheet.rows.map(({ at, cells }) => [
    ...blank.slice(0, width).map((empty, column) => cells[column] ?? empty),
    ...(at === titlesRow ? titles : (rows.get(at) ?? blank.slice(0, titles.length))),
  ]);
  return titlesRow === undefined ? [[...blank.slice(0, width), ...titles], ...lines] : lines;
}

/** A CSV has no sheets: each of several is below its name. */
function oneBelowTheOther(tables: readonly { readonly name: string; readonly rows: Rows }[]): Rows {
  if (tables.length === 1) return tables[0]?.rows ?? [];
  return tables.flatMap(({ name, rows }, index) => [...(index > 0 ? [[]] : []), [name], ...rows]);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function knownIn(tacs: Uint32Array | undefined): KnownTac {
  let known: ReadonlySet<number> | undefined;
  return (tac) => {
    known ??= new Set(tacs);
    return known.has(Number(tac));
  };
}
