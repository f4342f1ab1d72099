import type { FileContent, FileJob } from '../../../src/files/file-jobs.ts';
import { createFiles, type Files } from '../../../src/files/files.ts';
import type { TableNumbers } from '../../../src/files/tables/numbers/table-numbers.ts';
import type { FileToRead } from '../../../src/files/tables/tables.ts';
import type { WrittenTable } from '../../../src/files/tables/write-table.ts';
import type { Runner } from '../../../src/files/work/runner.ts';
import { workOnFile } from '../../../src/files/work-on-file.ts';

/**
 * Files that are read and written in this process, without a TAC table.
 * @param picture what every picture shows
 */
export function filesInProcess(picture?: FileContent): Files {
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
  confirmedColumns: FileToRead['confirmedColumns'] = [],
): Promise<FileContent> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return filesInProcess().read({ bytes, name, confirmedColumns }, never);
}

/** The numbers found in a file that is read as text. `?` marks one that has to be confirmed. */
export async function numbersInText(
  content: string | Uint8Array,
  name: string,
): Promise<readonly string[]> {
  const reading = await readFile(content, name);
  if (reading.kind !== 'text') throw new Error(`read as ${reading.kind}`);
  const { sure, unsure } = reading.findings;
  return [...sure.map(({ imei }) => imei), ...unsure.map(({ imei }) => `${imei}?`)];
}

/** The result of reading a file, in a form that is easy to compare. */
export async function read(
  content: string | Uint8Array,
  name?: string,
  confirmedColumns?: FileToRead['confirmedColumns'],
) {
  const reading = await readFile(content, name, confirmedColumns);
  if (reading.kind === 'table') return summary(reading.table);
  return reading.kind === 'unusable' ? reading.why : reading.kind;
}

/**
 * One text for each row with numbers: `2:3 490154203237518?` is row 3 of the third sheet, and `?`
 * marks a number that has to be confirmed. Then one for each column in doubt: `C? 4901…`.
 */
function summary({ sheets, columnsToConfirm }: TableNumbers) {
  const rows = sheets.flatMap(({ sheetIndex, rows }) =>
    rows.map(({ row, numbers }) => {
      const texts = numbers.map((number) => {
        if (number.kind === 'invalid') return number.why.kind;
        return number.kind === 'unsure' ? `${number.imei}?` : number.imei;
      });
      return `${sheetIndex > 0 ? `${sheetIndex}:` : ''}${row + 1} ${texts.join(' ')}`;
    }),
  );
  const questions = columnsToConfirm.map(
    ({ name, numbers }) => `${name}? ${numbers.map(({ imei }) => imei).join(' ')}`,
  );
  return [...rows, ...questions];
}

/**
 * Reads a file, and writes it with two more columns. IMEI has the numbers of the row, and Result
 * `found` if there are any.
 */
export async function writtenWithAnswers(
  content: string | Uint8Array,
  name = 'list.csv',
): Promise<WrittenTable> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const reading = await readFile(bytes, name);
  if (reading.kind !== 'table') throw new Error(`no table: ${JSON.stringify(reading)}`);
  const { delimiter, sheets } = reading.table;
  const added = sheets.map(({ sheetIndex, titleRow, rows }) => ({
    sheetIndex,
    titleRow,
    titles: ['IMEI', 'Result'],
    rows: new Map(
      rows.map(({ row, numbers }) => [
        row,
        [numbers.map((number) => (number.kind === 'sure' ? number.imei : '')).join(' '), 'found'],
      ]),
    ),
  }));
  return filesInProcess().write({ file: { bytes, name }, delimiter, added }, never);
}
