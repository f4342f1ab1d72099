import { withClaims } from '../claims/text-claims.ts';
import { findImeis } from '../imei/find.ts';
import { isEmpty } from '../imei/findings.ts';
import type { KnownTac } from '../imei/imei.ts';
import type { FileContent, FileJob, FileToRead, FilledTable } from './file-jobs.ts';
import type { Book } from './tables/book.ts';
import { readDelimited } from './tables/formats/delimited-text.ts';
import { readContent } from './tables/formats/file-content.ts';
import { namedValues } from './tables/numbers/named-values.ts';
import { MAX_NUMBERS, numbersOf, type TableNumbers } from './tables/numbers/table-numbers.ts';
import { type WrittenTable, writeTable } from './tables/write-table.ts';
import { Unusable } from './unusable-file.ts';

/**
 * Does one job. The libraries of each kind are large, so they are loaded when they are needed.
 * A file that cannot be read is not an error: the content says that it is `unusable`.
 * @throws any other error of a library; for a table to write, also Unusable
 */
export function workOnFile(job: FileJob): Promise<FileContent | WrittenTable> {
  return job.kind === 'write' ? writeFilled(job.table) : readFile(job);
}

async function readFile(job: Exclude<FileJob, { kind: 'write' }>): Promise<FileContent> {
  try {
    if (job.kind === 'list') return await readList(job.file, job.knownTacs);
    const { readPictureFile } = await import('./pictures/pictures.ts');
    return await readPictureFile(job.bytes);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { kind: 'unusable', why: error.why };
  }
}

async function writeFilled({ file, added, delimiter }: FilledTable): Promise<WrittenTable> {
  const list = file === undefined ? undefined : await parseList(file);
  return writeTable(added, delimiter, list?.book);
}

/**
 * Reads a table by its columns. A file without columns of IMEIs is read like a message, except a
 * workbook in which no numbers are found.
 */
async function readList(file: FileToRead, tacs: Uint32Array | undefined): Promise<FileContent> {
  const knownTacs = new Set(tacs);
  const known = (tac: string): boolean => knownTacs.has(Number(tac));
  const list = await parseList(file);
  if (list.kind === 'text') return readText(list.text, known);
  const { book } = list;
  const named = namedValues(book);
  const table =
    named === undefined ? numbersOf(book, known, file.confirmedColumns ?? []) : undefined;
  if (table !== undefined && hasNumbers(table)) return { kind: 'table', table };
  if (list.kind === 'delimited') return readText(named ?? list.text, known);
  const reading = readText(named ?? linesOf(book), known);
  if (!isEmpty(reading.findings)) return reading;
  const why = book.hasOnlyFormulas?.() === true ? 'formulas' : 'no-imeis';
  return { kind: 'unusable', why, coverage: table?.coverage };
}

function hasNumbers({ sheets, unsure }: TableNumbers): boolean {
  return sheets.length + unsure.length > 0;
}

function linesOf(book: Book): string {
  const rows = book.sheets.flatMap((sheet) => sheet.rows);
  return rows.map((cells) => cells.join('  ')).join('\n');
}

/** Finds the numbers of a text, up to the most of each kind. */
function readText(text: string, known: KnownTac): Extract<FileContent, { kind: 'text' }> {
  const { sure, unsure, invalid, repeats } = withClaims(findImeis(text, { known }), text);
  const findings = {
    sure: sure.slice(0, MAX_NUMBERS),
    unsure: unsure.slice(0, MAX_NUMBERS),
    invalid: invalid.slice(0, MAX_NUMBERS),
    repeats: repeats.slice(0, MAX_NUMBERS),
  };
  const isCut = [sure, unsure, invalid].some(({ length }) => length > MAX_NUMBERS);
  return { kind: 'text', findings, isCut };
}

/** The content of a file, before its numbers are read. */
type ParsedList =
  | { readonly kind: 'workbook'; readonly book: Book }
  | { readonly kind: 'delimited'; readonly book: Book; readonly text: string }
  | { readonly kind: 'text'; readonly book?: undefined; readonly text: string };

/** @throws Unusable */
async function parseList(file: FileToRead): Promise<ParsedList> {
  const content = readContent(file.bytes, file.language);
  if (content.kind === 'workbook') {
    const { readWorkbook } = await import('./tables/formats/workbook.ts');
    return { kind: 'workbook', book: await readWorkbook(content.workbook) };
  }
  const { text } = content;
  const book = readDelimited(text, file.name);
  return book === undefined ? { kind: 'text', text } : { kind: 'delimited', book, text };
}
