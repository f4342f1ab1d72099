import type { TableNumbers, TableReading, WrittenTable } from '../../../src/files/tables/contract.ts';
import { type TableJob, workOnTable } from '../../../src/files/tables/job.ts';

const work = workOnTable as <Result extends TableReading | WrittenTable>(job: TableJob) => Promise<Result>;

/** Reads a file without a child process. */
export async function readFile(
  content: string | Uint8Array,
  name = 'list.csv',
  columns: readonly string[] = [],
): Promise<TableReading> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return work<TableReading>({ kind: 'read', question: { bytes, name, columns }, knownTacs: undefined });
}

/** What a file is read as, in a form that is easy to compare. */
export async function read(content: string | Uint8Array, name?: string, columns?: readonly string[]) {
  const reading = await readFile(content, name, columns);
  if (reading.kind === 'table') return summary(reading.table);
  return reading.kind === 'text' ? 'text' : reading.why;
}

/** The numbers of each row, by the row as people count it; and what is asked, by the name of its column. */
function summary({ sheets, asked }: TableNumbers) {
  const rows = sheets.flatMap((sheet) =>
    sheet.rows.map(({ row, numbers }) => {
      const texts = numbers.map((one) => {
        if (one.kind === 'problem') return one.problem.problem.kind;
        return one.kind === 'asked' ? `${one.asked.imei}?` : one.found.imei;
      });
      return `${sheet.sheet > 0 ? `${sheet.sheet}:` : ''}${row + 1} ${texts.join(' ')}`;
    }),
  );
  const questions = asked.map(({ name, numbers }) => `${name}? ${numbers.map(({ imei }) => imei).join(' ')}`);
  return [...rows, ...questions];
}

/** Reads a file, and writes it with the columns IMEI and Result, which has `found` for each IMEI. */
export async function answered(content: string | Uint8Array, name = 'list.csv'): Promise<WrittenTable> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const reading = await readFile(bytes, name);
  if (reading.kind !== 'table') throw new Error(`no table: ${JSON.stringify(reading)}`);
  const { kind, separator, sheets } = reading.table;
  return work<WrittenTable>({
    kind: 'write',
    answer: {
      file: { bytes, name },
      kind,
      separator,
      added: sheets.map(({ sheet, titlesRow, rows }) => ({
        sheet,
        titlesRow,
        titles: ['IMEI', 'Result'],
        rows: new Map(
          rows.map(({ row, numbers }) => [
            row,
            [numbers.map((one) => (one.kind === 'found' ? one.found.imei : '')).join(' '), 'found'],
          ]),
        ),
      })),
    },
  });
}
