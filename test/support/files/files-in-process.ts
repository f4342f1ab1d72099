import { createFiles, type Files } from '../../../src/files/files.ts';
import { type FileJob, type FileReading, workOnFile } from '../../../src/files/job.ts';
import type { WrittenTable } from '../../../src/files/tables/csv.ts';
import type { TableNumbers } from '../../../src/files/tables/numbers.ts';
import type { Runner } from '../../../src/files/work/runner.ts';

/** Files that are read and written in this process. `picture`: what every picture shows. */
export function filesAtOnce(picture?: FileReading): Files {
  const run = async ({ input }: { readonly input: unknown }) => {
    const job = input as FileJob;
    return (job.kind === 'picture' ? picture : undefined) ?? workOnFile(job);
  };
  return createFiles({ run: run as Runner['run'] }, () => undefined);
}

const never = new AbortController().signal;

/** Reads a file without a child process. */
export async function readFile(
  content: string | Uint8Array,
  name = 'list.csv',
  columns: readonly string[] = [],
): Promise<FileReading> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return filesAtOnce().read({ bytes, name, columns }, never);
}

/** What a file is read as, in a form that is easy to compare. */
export async function read(
  content: string | Uint8Array,
  name?: string,
  columns?: readonly string[],
) {
  const reading = await readFile(content, name, columns);
  if (reading.kind === 'table') return summary(reading.table);
  return reading.kind === 'unusable' ? reading.why : reading.kind;
}

/**
 * The numbers of each row, by the row as people count it; and what is asked, by the name of its
 * column.
 */
function summary({ sheets, unsure }: TableNumbers) {
  const rows = sheets.flatMap((sheet) =>
    sheet.rows.map(({ row, numbers }) => {
      const texts = numbers.map((one) => {
        if (one.kind === 'problem') return one.problem.problem.kind;
        return one.kind === 'unsure' ? `${one.unsure.imei}?` : one.found.imei;
      });
      return `${sheet.sheet > 0 ? `${sheet.sheet}:` : ''}${row + 1} ${texts.join(' ')}`;
    }),
  );
  const questions = unsure.map(
    ({ name, numbers }) => `${name}? ${numbers.map(({ imei }) => imei).join(' ')}`,
  );
  return [...rows, ...questions];
}

/**
 * Reads a file, and writes it with the columns IMEI and Result, which has `found` for each IMEI.
 */
export async function answered(
  content: string | Uint8Array,
  name = 'list.csv',
): Promise<WrittenTable> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const reading = await readFile(bytes, name);
  if (reading.kind !== 'table') throw new Error(`no table: ${JSON.stringify(reading)}`);
  const { separator, sheets } = reading.table;
  const added = sheets.map(({ sheet, titlesRow, rows }) => ({
    sheet,
    titlesRow,
    titles: ['IMEI', 'Result'],
    rows: new Map(
      rows.map(({ row, numbers }) => [
        row,
        [numbers.map((one) => (one.kind === 'found' ? one.found.imei : '')).join(' '), 'found'],
      ]),
    ),
  }));
  return filesAtOnce().write({ file: { bytes, name }, separator, added }, never);
}
