import type { FileReference } from '../../src/core/options.ts';
import type { Reply, ReplyFile } from '../../src/core/reply.ts';
import { listRecords } from '../../src/format/records.ts';
import { answeredTable } from '../../src/format/table/answered-table.ts';
import { tableProgressReply, tableReply, tooManyInFileReply } from '../../src/format/table/replies.ts';
import type { View } from '../../src/format/view.ts';
import type { Findings } from '../../src/imei/find.ts';
import { toCsv } from '../../src/tables/csv.ts';
import { findingsOf, numbersOf, type TableNumbers } from '../../src/tables/numbers.ts';
import type { Table } from '../../src/tables/table.ts';
import { toXlsx } from '../../src/tables/xlsx.ts';
import { viewOf } from '../needs.ts';
import { stopAction, tableActions } from './actions.ts';
import { checkAll } from './batch.ts';
import { planFor } from './plan.ts';
import { findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** A table that came as a file. */
interface TableFile {
  readonly file: FileReference;
  readonly table: Table;
}

const MAX_STEM = 80;
const CSV_TYPE = 'text/csv';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Checks the IMEIs of a table, and gives the table back with what they are. Returns why there was no answer. */
export async function* answerTable(
  use: ImeiUse,
  { file, table }: TableFile,
): AsyncGenerator<Reply, 'no-imeis' | undefined, void> {
  const { needs, invocation, confirmed } = use;
  const { batchMax, batchConfirm } = needs.settings;
  const numbers = numbersOf(table, {
    known: (tac) => needs.tacName(tac) !== undefined,
    most: batchMax,
  });
  if (numbers === undefined) return 'no-imeis';
  const findings = findingsOf(numbers);
  if (numbers.tooManyAt !== undefined) {
    yield tooManyInFileReply(viewOf(needs, invocation), {
      name: file.name,
      most: batchMax,
      row: numbers.tooManyAt,
    });
  } else if (findings.found.length > batchConfirm && !confirmed) {
    yield await planFor(use, findings);
  } else {
    yield* checkTable(use, { file, table, numbers, findings });
  }
  return undefined;
}

interface TableJob extends TableFile {
  readonly numbers: TableNumbers;
  readonly findings: Findings;
}

async function* checkTable(use: ImeiUse, job: TableJob): AsyncGenerator<Reply> {
  const { needs, invocation, detail } = use;
  const list = yield* checkAll(use, job.findings, (soFar, leftMs) => ({
    ...tableProgressReply(viewOf(needs, invocation), soFar, { name: job.file.name, leftMs }),
    actions: [stopAction(use)],
  }));
  // The table has whole numbers, so it is for the one who sent it, wherever that was.
  const view: View = { ...viewOf(needs, invocation), visibility: 'private' };
  const rows = answeredTable(view, { ...job, list, detail });
  yield {
    ...tableReply(view, list, { name: job.file.name, besideText: findingsIn(use).found.length > 0 }),
    actions: tableActions(use, list),
    files: await filesOf(job, rows),
    records: listRecords(view, list),
  };
}

async function filesOf(
  { file, table }: TableFile,
  rows: readonly (readonly string[])[],
): Promise<readonly ReplyFile[]> {
  const stem = stemOf(file.name);
  // A spreadsheet that wrote semicolons expects them.
  const separator = table.separator === ';' ? ';' : ',';
  const csv = { name: `${stem}-checked.csv`, contentType: CSV_TYPE, data: toCsv(rows, separator) };
  if (table.kind !== 'workbook') return [csv];
  return [{ name: `${stem}-checked.xlsx`, contentType: XLSX_TYPE, data: await toXlsx(rows) }, csv];
}

/** A file's name without its ending, of characters that are safe wherever a file is saved. */
function stemOf(name: string): string {
  const plain = name.replace(/\.[^.]*$/u, '').replace(/[^\p{L}\p{N} ._()-]+/gu, '-');
  return plain.slice(0, MAX_STEM).trim() || 'table';
}
