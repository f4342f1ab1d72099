import type { FileReference } from '../../src/core/options.ts';
import type { Action, Reply, ReplyFile } from '../../src/core/reply.ts';
import type { QueuePosition } from '../../src/files/work/turns.ts';
import { addedColumns } from '../../src/format/files/added-columns.ts';
import {
  tableProgressReply,
  tableReply,
  tooManyInFileReply,
  withCoverage,
} from '../../src/format/files/table.ts';
import type { ImeiList } from '../../src/format/imei/list.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import type { Findings } from '../../src/imei/find/findings.ts';
import type { RowPlace, TableSummary, WrittenTable } from '../../src/tables/job.ts';
import { findingsOf } from '../../src/tables/numbers.ts';
import { viewOf } from '../define.ts';
import { imeiEffect, isFull, listActions, partOf, SAVED, stopAction } from './actions.ts';
import { checkAll } from './many.ts';
import { answerAside, filePartAction, isConfirmed, partRows, partStart, planFor } from './plan.ts';
import { findingsIn } from './text.ts';
import type { ImeiUse } from './use.ts';

/** A table that came as a file. */
interface TableFile {
  readonly file: FileReference;
  readonly summary: TableSummary;
  /** Its position in the queue of files, in whose turn the bytes are read again. */
  readonly place: QueuePosition;
  /** Reads the bytes again; resolves with undefined if they are no longer available. */
  readonly readAgain: () => Promise<Uint8Array | undefined>;
}

const MAX_STEM = 80;
/** Paid answers are written into the table even if the list was stopped; writing has its own time limit. */
const UNSTOPPED = new AbortController().signal;
const CSV_TYPE = 'text/csv';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A table has its own details, and is a file already. */
const NOT_BELOW_TABLES: ReadonlySet<string> = new Set(['full', 'brief', 'csv', 'xlsx', 'share', 'whole']);

/** Checks the IMEIs of a table and returns the table with the answers. */
export async function* answerTable(use: ImeiUse, job: TableFile): AsyncGenerator<Reply, undefined, void> {
  const findings = findingsOf(job.summary);
  yield* answerAside(use, answerNumbers(use, job, findings), findings.aside);
  return undefined;
}

async function* answerNumbers(use: ImeiUse, job: TableFile, findings: Findings): AsyncGenerator<Reply> {
  const { needs, invocation } = use;
  const { batchMax, batchConfirm } = needs.settings;
  const { file, summary } = job;
  const isPart = use.rows !== undefined;
  const isLong = findings.found.length > (isPart || summary.isDoubtful ? 0 : batchConfirm);
  if (summary.tooManyAt !== undefined && !isPart) {
    const first = filePartAction(use, summary, true);
    yield {
      ...tooManyInFileReply(viewOf(needs, invocation), {
        name: file.name,
        most: batchMax,
        rows: summary.divided === undefined ? summary.tooManyAt - 1 : 0,
      }),
      actions: first === undefined ? [] : [first],
    };
  } else if (isLong && !(await isConfirmed(use, findings))) {
    const plan = await planFor(use, findings, summary.isDoubtful);
    yield withCoverage(viewOf(needs, invocation), plan, summary.coverage);
  } else {
    yield* checkTable({ ...use, next: filePartAction(use, summary, false) }, job, findings);
  }
}

async function* checkTable(use: ImeiUse, job: TableFile, findings: Findings): AsyncGenerator<Reply> {
  const { needs, invocation, detail } = use;
  const list = yield* checkAll(use, findings, (soFar, leftMs) => ({
    ...tableProgressReply(viewOf(needs, invocation), soFar, { name: job.file.name, leftMs }),
    actions: [stopAction(use)],
  }));
  // The table has complete numbers, so it is private to its sender.
  const view = { ...viewOf(needs, invocation), visibility: 'private' as const };
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
    files: filesOf(job.file, written, start),
    records: () => listRecords(view, list),
  };
}

/**
 * The buttons below a table: the table with all details, a retry of unanswered checks as a list, and once more the table, which
 * has the answers of that retry too. All of them leave the table where it is.
 */
function tableActions(use: ImeiUse, list: ImeiList): readonly Action[] {
  const { file, detail } = use;
  const { say } = viewOf(use.needs, use.invocation);
  const offered = file !== undefined && detail === 'brief' && list.checked.some(isFull);
  const again = [
    ...(file === undefined ? [] : [fileAgain(use, file, list)]),
    ...listActions({ ...use, onePhone: false }, list)
      .filter(({ id }) => !NOT_BELOW_TABLES.has(id))
      .map((action): Action => ({ ...action, opens: 'new' })),
  ];
  if (!offered) return again;
  const effect = imeiEffect(use, { ...partOf(use, file), detail: 'full', ...SAVED });
  return [{ id: 'full', label: say('actions.full'), opens: 'new', effect }, ...again];
}

/** Makes the table once more from saved answers: where it could not be sent, or lacks some that may be there by then. */
function fileAgain(use: ImeiUse, file: FileReference, { checked }: ImeiList): Action {
  const { say } = viewOf(use.needs, use.invocation);
  const effect = imeiEffect(use, { ...partOf(use, file), detail: use.detail, ...SAVED });
  const isWhole = checked.every(({ outcome }) => outcome?.kind === 'answered');
  const action = { id: 'file', label: say('actions.sendFile'), opens: 'new', effect } as const;
  return isWhole ? { ...action, ifUnsent: true } : action;
}

/** `start`: where a part starts, which its name tells. */
function filesOf(
  { name }: FileReference,
  { csv, xlsx }: WrittenTable,
  start?: RowPlace,
): readonly ReplyFile[] {
  const stem = start === undefined ? stemOf(name) : `${stemOf(name)}-from-${placeText(start)}`;
  const text = { name: `${stem}-checked.csv`, contentType: CSV_TYPE, data: csv };
  if (xlsx === undefined) return [text];
  return [{ name: `${stem}-checked.xlsx`, contentType: XLSX_TYPE, data: xlsx }, text];
}

/** Row, and number in it, as people count. */
function placeText({ row, skipped = 0 }: RowPlace): string {
  return skipped > 0 ? `${row + 1}-number-${skipped + 1}` : String(row + 1);
}

/** A file's name without its ending, of characters that are safe wherever a file is saved. */
function stemOf(name: string): string {
  const plain = name.replace(/\.[^.]*$/u, '').replace(/[^\p{L}\p{N} ._()-]+/gu, '-');
  return plain.slice(0, MAX_STEM).trim() || 'table';
}
