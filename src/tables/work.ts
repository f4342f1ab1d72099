import { createHash } from 'node:crypto';
import { type KnownTac, NONE_KNOWN } from '../imei/number/read.ts';
import { answeredRows } from './answered-rows.ts';
import type { SummaryReading, TableJob, WrittenTable } from './job.ts';
import { coverageOf, numberedTables } from './numbered-tables.ts';
import { readTables } from './read/read.ts';
import { toCsv } from './write/csv.ts';
import { toXlsx, type WrittenSheet } from './write/xlsx.ts';

/** The workbook library needs some kilobytes of memory for each cell; a larger answer is sent as CSV only. */
const MOST_WORKBOOK_CELLS = 50_000;

/** Does one job; runs in the process for tables. */
export async function workOnTable(job: TableJob): Promise<SummaryReading | WrittenTable> {
  return job.kind === 'read' ? summarize(job) : write(job);
}

function summarize({ bytes, most, from, knownTacs }: Extract<TableJob, { kind: 'read' }>): SummaryReading {
  const reading = readTables(bytes);
  if (!reading.ok) return reading;
  const { kind, separator } = reading.book;
  const { tables, ...end } = numberedTables(reading.book, { known: knownIn(knownTacs), most, from });
  const coverage = coverageOf(reading.book, tables);
  // A part has none where the file has become another since the one before it.
  const isEmpty = tables.every(({ rows }) => rows.length === 0);
  if (tables.length === 0 || (from !== undefined && isEmpty)) return { ok: false, why: 'no-imeis', coverage };
  return {
    ok: true,
    summary: {
      kind,
      ...(separator !== undefined && { separator }),
      tables,
      coverage,
      ...end,
      digest: digestOf(bytes),
    },
  };
}

async function write({ bytes, summary, added }: Extract<TableJob, { kind: 'write' }>): Promise<WrittenTable> {
  const own = bytes !== undefined && digestOf(bytes) === summary.digest ? readTables(bytes) : undefined;
  const answered = added.map((columns) => {
    const table = own?.ok ? own.book.tables[columns.table] : undefined;
    return { name: table?.name, rows: answeredRows(table, columns) };
  });
  const cells = answered.reduce((sum, { rows }) => sum + rows.reduce((all, row) => all + row.length, 0), 0);
  // A spreadsheet that wrote semicolons expects them.
  const csv = toCsv(oneBelowTheOther(answered), summary.separator === ';' ? ';' : ',');
  const asWorkbook = summary.kind === 'workbook' && cells <= MOST_WORKBOOK_CELLS;
  return { csv, numbersOnly: own?.ok !== true, ...(asWorkbook && { xlsx: await toXlsx(answered) }) };
}

/** A CSV has no sheets: of several, each stands below its name. */
function oneBelowTheOther(sheets: readonly WrittenSheet[]): readonly (readonly string[])[] {
  if (sheets.length === 1) return sheets[0]?.rows ?? [];
  return sheets.flatMap(({ name = '', rows }, index) => [...(index > 0 ? [[]] : []), [name], ...rows]);
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** Looks a TAC up in a sorted list. */
function knownIn(tacs: Uint32Array | undefined): KnownTac {
  if (tacs === undefined) return NONE_KNOWN;
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
