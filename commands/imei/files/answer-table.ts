import type { FileReference } from '../../../src/core/command/command-options.ts';
import type { Reply, ReplyFile } from '../../../src/core/reply/reply.ts';
import type { TableNumbers } from '../../../src/files/tables/numbers/table-numbers.ts';
import type { WrittenTable } from '../../../src/files/tables/write-table.ts';
import type { QueueTicket } from '../../../src/files/work/file-turns.ts';
import { addedColumns, listColumns } from '../../../src/format/files/answer-columns.ts';
import {
  coverageFields,
  fileField,
  fileProblemReply,
  fileProblemText,
  tableLead,
} from '../../../src/format/files/file-replies.ts';
import type { ReplyContext } from '../../../src/format/format.ts';
import { answerReply } from '../../../src/format/imei/answer-reply.ts';
import { withNote } from '../../../src/format/reply/compose.ts';
import type { ImeiList } from '../../../src/lists/list.ts';
import { listFileActions, tableAnswerActions } from '../actions/answer-actions.ts';
import { planChecks } from '../checking/check-plan.ts';
import { checkedList } from '../checking/checked-list.ts';
import { checkAll } from '../checking/list-check.ts';
import { mergeParts, tableFindings, withIncluded } from '../findings-of-parts.ts';
import { findingsIn, type ImeiQuery } from '../imei-query.ts';
import { nearlyUsedUp } from '../nearly-used-up.ts';
import { downloadFile } from './download-file.ts';

/** The name of a file that the bot makes of a list. */
const LIST_NAME = 'imeis';
/** The most characters of a name before its ending. */
const MAX_STEM = 80;
/** Time limit for downloading a file again. */
const READ_AGAIN_MS = 30_000;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A table that a person sent, and the numbers that were read from it. */
interface SentTable {
  readonly file: FileReference;
  readonly table: TableNumbers;
  readonly ticket: QueueTicket;
}

/**
 * Checks the IMEIs of a table, and of the text sent with it, and returns the table with the
 * answers.
 */
export async function* answerTable(query: ImeiQuery, sent: SentTable): AsyncGenerator<Reply> {
  const { file, table } = sent;
  const { detail } = query;
  const text = withIncluded(query, findingsIn(query));
  // The lines of its numbers stay the rows of the table.
  const findings = mergeParts([text, withIncluded(query, tableFindings(table))]);
  const fields = [
    fileField(privateContext(query), file.name),
    ...coverageFields(privateContext(query), table.coverage),
  ];
  const list = yield* checkedList(query, { findings, isTable: true }, [{ fields }]);
  if (list === undefined) return;
  const written = table.sheets.length === 0 ? undefined : await writeAnswers(query, sent, list);
  const inText = new Set<string>(text.sure.map(({ imei }) => imei));
  const reply = answerReply(privateContext(query), list, {
    detail,
    lead: tableLead(privateContext(query), list, written),
    shown: list.entries.filter(({ number }) => inText.has(number.imei)),
    fileSections: [{ fields }],
  });
  yield {
    ...withNote(reply, await nearlyUsedUp(query, list)),
    actions: tableAnswerActions(query, list),
    files: written === undefined ? [] : filesOf(`${stemOf(file.name)}-checked`, written),
  };
}

/** The context of a reply with a table: private also in a group, since it has whole numbers. */
function privateContext(query: ImeiQuery): ReplyContext {
  return { ...query.contextNow(), visibility: 'private' };
}

/** Writes the answers into the rows of the table that was sent. */
function writeAnswers(
  query: ImeiQuery,
  { file, table, ticket }: SentTable,
  list: ImeiList,
): Promise<WrittenTable> {
  const { services, invocation, detail } = query;
  // Paid answers are written even if the list was stopped. Writing has its own time limit.
  const { signal } = new AbortController();
  return ticket.turn(async () => {
    const sent = await readAgain(query, file);
    const added = addedColumns(privateContext(query), {
      sheets: table.sheets,
      entries: list.entries,
      detail,
    });
    const delimiter = table.delimiter ?? delimiterIn(invocation.locale);
    return services.files.write({ delimiter, file: sent, added }, signal);
  }, signal);
}

/** Downloads the sent file again; undefined if that fails. */
async function readAgain(query: ImeiQuery, file: FileReference) {
  const signal = AbortSignal.timeout(READ_AGAIN_MS);
  try {
    const download = await downloadFile(query, file, signal);
    if (!download.ok) return undefined;
    return { bytes: download.bytes, name: file.name, language: query.invocation.locale };
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/**
 * Makes a file of a list, with its saved answers. Spends nothing, since each button for it also
 * asks for `saved`: the row of a number without a saved answer says so.
 */
export async function* listAsFile(query: ImeiQuery): AsyncGenerator<Reply> {
  const { services, invocation } = query;
  const { signal, requester } = invocation;
  const context = privateContext(query);
  const ticket = services.files.ticketFor(requester);
  if (ticket === undefined) {
    yield fileProblemReply(context, LIST_NAME, fileProblemText(context, 'too-many-yours'));
    return;
  }
  try {
    const findings = withIncluded(query, findingsIn(query));
    const list = yield* checkAll(query, await planChecks(query, { findings, isTable: true }));
    const added = listColumns(context, list);
    const delimiter = delimiterIn(invocation.locale);
    const written = await ticket.turn(
      () => services.files.write({ delimiter, added }, signal),
      signal,
    );
    yield {
      ...answerReply(context, list, { detail: 'brief', shown: [] }),
      actions: listFileActions(query, list),
      files: filesOf(LIST_NAME, written),
    };
  } finally {
    ticket.leave();
  }
}

/** The delimiter that Excel expects: a semicolon if the language writes decimals with a comma. */
function delimiterIn(language: string): ',' | ';' {
  return (0.5).toLocaleString(language).includes(',') ? ';' : ',';
}

/** The file to send. A workbook is sent as a workbook: it is many times smaller than its CSV. */
function filesOf(name: string, { csv, xlsx }: WrittenTable): readonly ReplyFile[] {
  return xlsx === undefined
    ? [{ name: `${name}.csv`, contentType: 'text/csv', data: csv }]
    : [{ name: `${name}.xlsx`, contentType: XLSX_TYPE, data: xlsx }];
}

/** The name of a file without its ending. Keeps only characters that every file system allows. */
function stemOf(name: string): string {
  const plain = name.replace(/\.[^.]*$/u, '').replace(/[^\p{L}\p{N} ._()-]+/gu, '-');
  return plain.slice(0, MAX_STEM).trim() || 'table';
}
