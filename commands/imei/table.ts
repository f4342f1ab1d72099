import type { FileReference } from '../../src/core/options.ts';
import type { Action, Reply, ReplyFile } from '../../src/core/reply.ts';
import type { CellNumber, TableNumbers, WrittenTable } from '../../src/files/tables/contract.ts';
import type { QueuePosition } from '../../src/files/work/turns.ts';
import { addedColumns } from '../../src/format/files/added-columns.ts';
import { CSV_TYPE, XLSX_TYPE } from '../../src/format/files/list-table.ts';
import { tableFindings, tableProgressReply, tableReply, withCoverage } from '../../src/format/files/table.ts';
import type { ImeiList } from '../../src/format/imei/list.ts';
import { listRecords } from '../../src/format/imei/records.ts';
import { viewOf } from '../define.ts';
import {
  againEffect,
  askedActions,
  isFull,
  listActions,
  roundedActions,
  SAVED,
  stopAction,
} from './actions.ts';
import { findingsIn, takenAsked, takenProblem, together, withTaken } from './findings.ts';
import { checkAll } from './many.ts';
import { type Chosen, choose, needsPlan, planFor } from './plan.ts';
import type { ImeiUse } from './use.ts';

/** A table that came as a file. */
interface TableFile {
  readonly file: FileReference;
  readonly table: TableNumbers;
  /** Its position in the queue of files, in whose turn the bytes are read again. */
  readonly place: QueuePosition;
  /** Reads the bytes again; resolves with undefined if they are no longer available. */
  readonly readAgain: () => Promise<Uint8Array | undefined>;
}

const MAX_STEM = 80;
/** Paid answers are written into the table even if the list was stopped; writing has its own time limit. */
const UNSTOPPED = new AbortController().signal;
/** A table has its own details, and is a file already. */
const NOT_BELOW_TABLES: ReadonlySet<string> = new Set(['full', 'brief', 'csv', 'xlsx', 'share', 'whole']);

/** Checks the IMEIs of a table, and of the text beside it, and returns the table with the answers. */
export async function* answerTable(use: ImeiUse, sent: TableFile): AsyncGenerator<Reply, undefined, void> {
  const job = { ...sent, table: takenIn(use, sent.table) };
  const beside = withTaken(use, findingsIn(use));
  const chosen = await choose(use, together([beside, tableFindings(job.table)]));
  if (needsPlan(use, chosen)) {
    const view = viewOf(use.needs, use.invocation);
    yield withCoverage(view, planFor(use, chosen), job.table.coverage);
  } else {
    yield* checkTable(use, job, chosen, new Set(beside.found.map(({ imei }) => imei)));
  }
  return undefined;
}

/** The table with the numbers among the found ones that a person wants checked too. */
function takenIn(use: ImeiUse, table: TableNumbers): TableNumbers {
  const taken = (number: CellNumber): CellNumber => {
    if (number.kind === 'found') return number;
    const found = number.kind === 'asked' ? takenAsked(use, number.asked) : takenProblem(use, number.problem);
    return found === undefined ? number : { kind: 'found', found };
  };
  const sheets = table.sheets.map((sheet) => ({
    ...sheet,
    rows: sheet.rows.map(({ row, numbers }) => ({ row, numbers: numbers.map(taken) })),
  }));
  return { ...table, sheets };
}

async function* checkTable(
  use: ImeiUse,
  { file, table, place, readAgain }: TableFile,
  chosen: Chosen,
  beside: ReadonlySet<string>,
): AsyncGenerator<Reply> {
  const { needs, invocation, detail } = use;
  const list = yield* checkAll(use, chosen, (soFar, leftMs) => ({
    ...tableProgressReply(viewOf(needs, invocation), soFar, { name: file.name, leftMs }),
    actions: [stopAction(use)],
  }));
  // The table has complete numbers, so it is private to its sender.
  const view = { ...viewOf(needs, invocation), visibility: 'private' as const };
  const { kind, separator, sheets } = table;
  const write = async (): Promise<WrittenTable> => {
    const bytes = await readAgain();
    const again = bytes && { bytes, name: file.name };
    return needs.tables.write(
      { kind, separator, file: again, added: addedColumns(view, { sheets, list, detail }) },
      UNSTOPPED,
    );
  };
  const written = sheets.length === 0 ? undefined : await place.turn(write, UNSTOPPED);
  const files = written === undefined ? [] : filesOf(file, written);
  yield {
    ...tableReply(view, list, {
      name: file.name,
      table,
      answer: files[0]?.name,
      numbersOnly: written?.numbersOnly === true,
      beside: list.checked.filter(({ found }) => beside.has(found.imei)),
    }),
    actions: tableActions(use, file, list),
    files,
    records: () => listRecords(view, list),
  };
}

/** The buttons below a table. All of them leave it where it is. */
function tableActions(use: ImeiUse, file: FileReference, list: ImeiList): readonly Action[] {
  const { say } = viewOf(use.needs, use.invocation);
  const full = againEffect({ ...use, file }, { detail: 'full', ...SAVED });
  const again = againEffect({ ...use, file }, SAVED);
  const isWhole = list.checked.every(({ outcome }) => outcome?.kind === 'answered');
  return [
    ...(use.detail === 'brief' && list.checked.some(isFull)
      ? [{ id: 'full', label: say('actions.full'), opens: 'new', effect: full } as const]
      : []),
    // Once more from saved answers: if it could not be sent, or lacks some that may be there by then.
    ...(list.checked.length > 0
      ? [
          {
            ...({ id: 'file', label: say('actions.sendFile'), opens: 'new', effect: again } as const),
            ...(isWhole && { ifUnsent: true as const }),
          },
        ]
      : []),
    ...listActions(use, list)
      .filter(({ id }) => !NOT_BELOW_TABLES.has(id))
      .map((action): Action => ({ ...action, opens: 'new' })),
    ...askedActions(use, list.asked, 'new', true),
    ...roundedActions(use, list.problems),
  ];
}

function filesOf({ name }: FileReference, { csv, xlsx }: WrittenTable): readonly ReplyFile[] {
  const stem = `${stemOf(name)}-checked`;
  const text = { name: `${stem}.csv`, contentType: CSV_TYPE, data: csv };
  if (xlsx === undefined) return [text];
  return [{ name: `${stem}.xlsx`, contentType: XLSX_TYPE, data: xlsx }, text];
}

/** A file's name without its ending, of characters that are safe wherever a file is saved. */
function stemOf(name: string): string {
  const plain = name.replace(/\.[^.]*$/u, '').replace(/[^\p{L}\p{N} ._()-]+/gu, '-');
  return plain.slice(0, MAX_STEM).trim() || 'table';
}
