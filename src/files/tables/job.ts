import { findImeis } from '../../imei/find.ts';
import type { KnownTac } from '../../imei/repairs.ts';
import { contentOf, Unusable } from './bytes.ts';
import {
  MOST_NUMBERS,
  type TableAnswer,
  type TableQuestion,
  type TableReading,
  type WrittenTable,
} from './contract.ts';
import { readDelimited } from './delimited.ts';
import { numbersOf } from './numbers.ts';
import type { Book } from './workbook.ts';
import { writeTable } from './write.ts';

/** A job for the child process. */
export type TableJob =
  | {
      readonly kind: 'read';
      readonly question: TableQuestion;
      readonly knownTacs: Uint32Array | undefined;
    }
  | { readonly kind: 'write'; readonly answer: TableAnswer };

/** Does one job. */
export async function workOnTable(job: TableJob): Promise<TableReading | WrittenTable> {
  if (job.kind === 'read') return read(job.question, job.knownTacs);
  const { file } = job.answer;
  return writeTable(job.answer, file && (await open(file, true)).book);
}

async function read(question: TableQuestion, tacs: Uint32Array | undefined): Promise<TableReading> {
  try {
    const { book, text = '' } = await open(question);
    const known = knownIn(tacs);
    const table = book && numbersOf(book, known, question.columns ?? []);
    if (table !== undefined && table.sheets.length + table.asked.length > 0) return { kind: 'table', table };
    if (table?.kind === 'workbook') return { kind: 'unusable', why: 'no-imeis', coverage: table.coverage };
    return readText(text, known);
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
  const content = contentOf(bytes);
  if ('text' in content) return { book: readDelimited(content.text, name), text: content.text };
  // The library is large, and many files do not need it.
  const { readWorkbook } = await import('./workbook.ts');
  return { book: await readWorkbook(content.workbook, isShown) };
}

function knownIn(tacs: Uint32Array | undefined): KnownTac {
  let known: ReadonlySet<number> | undefined;
  return (tac) => {
    known ??= new Set(tacs);
    return known.has(Number(tac));
  };
}
