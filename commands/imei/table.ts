import type { FileReference } from '../../src/core/options.ts';
import type { Reply, ReplyFile } from '../../src/core/reply.ts';
import { addedColumns } from '../../src/format/files/added-columns.ts';
import {
  tableProgressReply,
  tableReply,
  tooManyInFileReply,
  withCoverage,
} from '../../src/format/files/table.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import type { TableSummary, WrittenTable } from '../../src/tables/job.ts';
import { findingsOf } from '../../src/tables/numbers.ts';
import type { Place } from '../../src/work/turns.ts';
import { viewOf } from '../needs.ts';
import { stopAction, tableActions } from './actions.ts';
import { checkAll } from './batch.ts';
import { filePartAction, partRows, partStart, planFor } from './plan.ts';
import { findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** A table that came as a file. */
interface TableFile {
  readonly file: FileReference;
  readonly summary: TableSummary;
  /** Its position in the queue of files, in whose turn the bytes are read again. */
  readonly place: Place;
  /** Reads the bytes again; resolves with undefined if they are no longer available. */
  readonly readAgain: () => Promise<Uint8Array | undefined>;
}

const MAX_STEM = 80;
/** Paid answers are written into the table even if the list was stopped; writing has its own time limit. */
const UNSTOPPED = new AbortController().signal;
const CSV_TYPE = 'text/csv';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Checks the IMEIs of a table and returns the table with the answers. */
export async function* answerTable(use: ImeiUse, job: TableFile): AsyncGenerator<Reply, undefined, void> {
  const { needs, invocation, confirmed } = use;
  const { batchMax, batchConfirm } = needs.settings;
  const { file, summary } = job;
  const findings = findingsOf(summary);
  const isPart = use.rows !== undefined;
  if (summary.tooManyAt !== undefined && !isPart) {
    const first = filePartAction(use, summary, true);
    yield {
      ...tooManyInFileReply(viewOf(needs, invocation), {
        name: file.name,
        most: batchMax,
        row: summary.tooManyAt,
      }),
      actions: first === undefined ? [] : [first],
    };
  } else if ((isPart || findings.found.length > batchConfirm) && !confirmed) {
    const plan = await planFor(use, findings);
    yield withCoverage(viewOf(needs, invocation), plan, summary.coverage);
  } else {
    yield* checkTable({ ...use, next: filePartAction(use, summary, false) }, job, findings);
  }
  return undefined;
}

async function* checkTable(use: ImeiUse, job: TableFile, findings: Findings): AsyncGenerator<Reply> {
  const { needs, invocation, detail } = use;
  const list = yield* checkAll(use, findings, (soFar, leftMs) => ({
    ...tableProgressReply(viewOf(needs, invocation), soFar, { name: job.file.name, leftMs }),
    actions: [stopAction(use)],
  }));
  // The table has complete numbers, so it is private to its sender.
  const view: View = { ...viewOf(needs, invocation), visibility: 'private' };
  const { summary, place, readAgain } = job;
  const start = partStart(use);
  const rowsOf = start === undefined ? undefined : partRows(start, summary);
  const added = addedColumns(view, { summary, list, detail }).map((columns) =>
    rowsOf === undefined ? columns : { ...columns, part: rowsOf(columns.table) },
  );
  const written = await place.turn(
    async () => needs.tables.write({ bytes: await readAgain(), summary, added }, UNSTOPPED),
    UNSTOPPED,
  );
  yield {
    ...tableReply(view, list, {
      name: job.file.name,
      besideText: (await findingsIn(use)).found.length > 0,
      numbersOnly: written.numbersOnly,
      coverage: summary.coverage,
    }),
    actions: tableActions(use, list),
    files: filesOf(job.file, written, start?.row),
    records: () => listRecords(view, list),
  };
}

/** `from`: the row at which a part starts, which its name tells. */
function filesOf({ name }: FileReference, { csv, xlsx }: WrittenTable, from?: number): readonly ReplyFile[] {
  const stem = from === undefined ? stemOf(name) : `${stemOf(name)}-from-${from + 1}`;
  const text = { name: `${stem}-checked.csv`, contentType: CSV_TYPE, data: csv };
  if (xlsx === undefined) return [text];
  return [{ name: `${stem}-checked.xlsx`, contentType: XLSX_TYPE, data: xlsx }, text];
}

/** A file's name without its ending, of characters that are safe wherever a file is saved. */
function stemOf(name: string): string {
  const plain = name.replace(/\.[^.]*$/u, '').replace(/[^\p{L}\p{N} ._()-]+/gu, '-');
  return plain.slice(0, MAX_STEM).trim() || 'table';
}
