import { createHash } from 'node:crypto';
import type { KnownTac } from '../imei/number/repairs.ts';
import { answeredRows } from './answered-rows.ts';
import type { SummaryReading, TableJob, WrittenTable } from './job.ts';
import { numbersOf } from './numbers.ts';
import { readTable } from './read/read.ts';
import { toCsv } from './write/csv.ts';
import { toXlsx } from './write/xlsx.ts';

/** The workbook library needs some kilobytes of memory for each cell; a larger answer is sent as CSV only. */
const MOST_WORKBOOK_CELLS = 50_000;

/** Does one job; runs in the thread for tables. */
export async function workOnTable(job: TableJob): Promise<SummaryReading | WrittenTable> {
  return job.kind === 'read' ? summarize(job) : write(job);
}

async function summarize({
  bytes,
  most,
  knownTacs,
}: Extract<TableJob, { kind: 'read' }>): Promise<SummaryReading> {
  const reading = await readTable(bytes);
  if (!reading.ok) return reading;
  const { table } = reading;
  const numbers = numbersOf(table, { known: knownIn(knownTacs), most });
  if (numbers === undefined) return { ok: false, why: 'no-imeis' };
  return {
    ok: true,
    summary: {
      kind: table.kind,
      ...(table.separator !== undefined && { separator: table.separator }),
      headerRow: numbers.headerRow,
      rows: numbers.rows.flatMap((found, row) => (found.length > 0 ? [{ row, numbers: found }] : [])),
      tooManyAt: numbers.tooManyAt,
      digest: digestOf(bytes),
    },
  };
}

async function write({ bytes, summary, added }: Extract<TableJob, { kind: 'write' }>): Promise<WrittenTable> {
  const own = bytes !== undefined && digestOf(bytes) === summary.digest ? await readTable(bytes) : undefined;
  const rows = answeredRows(own?.ok ? own.table : undefined, added);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  // A spreadsheet that wrote semicolons expects them.
  const csv = toCsv(rows, summary.separator === ';' ? ';' : ',');
  const asWorkbook = summary.kind === 'workbook' && cells <= MOST_WORKBOOK_CELLS;
  return { csv, numbersOnly: own?.ok !== true, ...(asWorkbook && { xlsx: await toXlsx(rows) }) };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** Looks a TAC up in a sorted list. */
function knownIn(tacs: Uint32Array | undefined): KnownTac {
  if (tacs === undefined) return () => false;
  return (tac) => {
    const wanted = Number(tac);
    let [from, to] = [0, tacs.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((tacs[middle] ?? 0) < wanted) from = middle + 1;
      else to = middle;
    }
    return tacs[from] === wanted;
  };
}
