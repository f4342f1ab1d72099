import { withClaims } from '../claims/text-claims.ts';
import { findImeis } from '../imei/find.ts';
import { type Findings, isEmpty } from '../imei/findings.ts';
import type { KnownTac } from '../imei/imei.ts';
import type { PictureContent } from './pictures/read.ts';
import type { AddedColumns, Book } from './tables/book.ts';
import { readContent } from './tables/content.ts';
import { type WrittenTable, writeTable } from './tables/csv.ts';
import { readDelimited } from './tables/delimited.ts';
import { namedValues } from './tables/named-values.ts';
import {
  type Coverage,
  MAX_NUMBERS,
  numbersOf,
  type TableNumbers,
} from './tables/table-numbers.ts';
import { Unusable, type WhyUnusable } from './unusable.ts';

/** A file to read, and the language of its sender, which tells how its text may be encoded. */
export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly language?: string;
  /**
   * Names of the columns that a person has confirmed, which are read like those of IMEIs. `all`:
   * each that would be asked about.
   */
  readonly columns?: readonly string[] | 'all';
}

/** What a file holds. */
export type FileContent =
  | { readonly kind: 'table'; readonly table: TableNumbers }
  /**
   * Free lines, `name: value`, JSON, or a file without columns of IMEIs: what the text finder finds
   * in it.
   */
  | { readonly kind: 'text'; readonly findings: Findings; readonly isCut: boolean }
  | PictureContent
  /** `coverage`: only with `no-imeis`. */
  | {
      readonly kind: 'unusable';
      readonly why: WhyUnusable;
      readonly coverage?: Coverage | undefined;
    };

/** The answer to a file, or to a list without a file. */
export interface FilledTable extends Pick<TableNumbers, 'separator'> {
  /** The file again; undefined if there is none. */
  readonly file?: FileToRead | undefined;
  readonly added: readonly AddedColumns[];
}

/** A job for the child process. */
export type FileJob =
  | { readonly kind: 'picture'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'list';
      readonly file: FileToRead;
      readonly knownTacs: Uint32Array | undefined;
    }
  | { readonly kind: 'write'; readonly table: FilledTable };

/**
 * Does one job. The libraries of each kind are large, so they are loaded when they are needed.
 * Rejects if a table cannot be written; a file that cannot be read is `unusable`.
 */
export function workOnFile(job: FileJob): Promise<FileContent | WrittenTable> {
  return job.kind === 'write' ? writeFilled(job.table) : readFile(job);
}

async function readFile(job: Exclude<FileJob, { kind: 'write' }>): Promise<FileContent> {
  try {
    if (job.kind === 'list') return await readList(job.file, job.knownTacs);
    const { readPictureFile } = await import('./pictures/read.ts');
    return await readPictureFile(job.bytes);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { kind: 'unusable', why: error.why };
  }
}

async function writeFilled({ file, added, separator }: FilledTable): Promise<WrittenTable> {
  const book = file === undefined ? undefined : (await readBook(file)).book;
  return writeTable(added, separator, book);
}

async function readList(file: FileToRead, tacs: Uint32Array | undefined): Promise<FileContent> {
  const { book, text } = await readBook(file);
  const knownTacs = new Set(tacs);
  const known = (tac: string): boolean => knownTacs.has(Number(tac));
  const named = book && namedValues(book);
  const table =
    book && named === undefined ? numbersOf(book, known, file.columns ?? []) : undefined;
  if (table !== undefined && hasNumbers(table)) return { kind: 'table', table };
  const reading = readText(named ?? text ?? linesOf(book), known);
  // A file that is not a workbook is answered like a message.
  if (text !== undefined || !isEmpty(reading.findings)) return reading;
  const why = book?.hasOnlyFormulas?.() === true ? 'formulas' : 'no-imeis';
  return { kind: 'unusable', why, coverage: table?.coverage };
}

function hasNumbers({ sheets, unsure }: TableNumbers): boolean {
  return sheets.length + unsure.length > 0;
}

function linesOf(book: Book | undefined): string {
  const rows = book?.sheets.flatMap((sheet) => sheet.rows) ?? [];
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

/** A table, and the text of a file that is not a workbook. */
async function readBook(file: FileToRead): Promise<{ book: Book | undefined; text?: string }> {
  const content = readContent(file.bytes, file.language);
  if (content.kind === 'text') {
    return { book: readDelimited(content.text, file.name), text: content.text };
  }
  return { book: await (await import('./tables/workbook.ts')).readWorkbook(content.workbook) };
}
