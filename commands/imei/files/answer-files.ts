import { withCaption } from '../../../src/claims/text-claims.ts';
import type { FileReference } from '../../../src/core/command/command-options.ts';
import type { Field, Reply, Section } from '../../../src/core/reply/reply.ts';
import type { FileContent } from '../../../src/files/file-jobs.ts';
import type { TableNumbers } from '../../../src/files/tables/numbers/table-numbers.ts';
import type { FileToRead } from '../../../src/files/tables/tables.ts';
import { WorkFailed } from '../../../src/files/work/work-job.ts';
import {
  coverageFields,
  type FileProblem,
  fileProblemReply,
  fileProblemText,
  type ProblemText,
  pictureProblemText,
  pictureSections,
  readingFileReply,
  shownFileName,
  unreadSections,
} from '../../../src/format/files/file-replies.ts';
import type { ReplyContext } from '../../../src/format/format.ts';
import { noImeiRecord } from '../../../src/format/imei/records.ts';
import { type Findings, isEmpty } from '../../../src/imei/findings.ts';
import { reasonOfKey } from '../../../src/imei/reason-keys.ts';
import { answerFindings } from '../answer-findings.ts';
import {
  mergeParts,
  numberedAsOneText,
  tableFindings,
  withIncluded,
} from '../findings-of-parts.ts';
import { findingsIn, type ImeiQuery } from '../imei-query.ts';
import { answerTable } from './answer-table.ts';
import { downloadFile } from './download-file.ts';

const NOTHING: Findings = { sure: [], unsure: [], invalid: [], repeats: [] };

/** The content of a file, and the name that the reply gives it. */
interface AnswerableFile {
  readonly name: string;
  readonly findings: Findings;
  /** Notes about the file, for the reply. */
  readonly sections?: readonly Section[];
  /** The parts that were read, and those that were not. */
  readonly coverage?: readonly Field[];
  /** The reason why the file has no numbers; undefined if it has some. */
  readonly problem?: ProblemText | undefined;
  readonly table?: TableNumbers | undefined;
}

/** A file of a message, and the name that the reply gives it. */
interface NamedFile {
  readonly name: string;
  readonly reference: FileReference;
}

/**
 * Answers the files and the text of a message, each IMEI once. A single table is sent back with the
 * answers in it. The numbers of all other files are answered like those of one text. The reply
 * names the files that could not be read.
 */
export async function* answerFiles(query: ImeiQuery): AsyncGenerator<Reply> {
  const { services, tasksUnderWay, invocation } = query;
  const context = query.contextNow();
  const files = namedFiles(query);
  const read: AnswerableFile[] = [];
  for (const file of files) {
    const progress = readingFileReply(context, file.name);
    yield progress;
    const ticket = services.files.ticketFor(invocation.requester);
    if (ticket === undefined) {
      read.push(unusableFile(context, file.name, 'too-many-yours'));
      continue;
    }
    const end = tasksUnderWay.begin({ invocation, checks: undefined, progress: () => progress });
    try {
      const answerable = await ticket.turn(() => readFile(query, file), invocation.signal);
      if (answerable.table !== undefined && files.length === 1) {
        yield* answerTable(query, { file: file.reference, table: answerable.table, ticket });
        return;
      }
      read.push(answerable);
    } finally {
      end();
      ticket.leave();
    }
  }
  yield* answerTogether(query, read);
}

/** The files of a message. Photos of an album all have the same name, so each gets a number. */
function namedFiles({ file }: ImeiQuery): readonly NamedFile[] {
  const files = file === undefined ? [] : [file, ...(file.others ?? [])];
  return files.map((reference, index) => {
    const isShared = files.filter(({ name }) => name === reference.name).length > 1;
    const name = isShared ? `${reference.name} (${index + 1})` : reference.name;
    return { name, reference };
  });
}

/** Downloads and reads a file. Call it when it is the person’s turn. */
async function readFile(query: ImeiQuery, { name, reference }: NamedFile): Promise<AnswerableFile> {
  const { invocation, include, areAllConfirmed } = query;
  const context = query.contextNow();
  const download = await downloadFile(query, reference, invocation.signal);
  if (!download.ok) return unusableFile(context, name, download.why);
  const content = await readBytes(query, {
    bytes: download.bytes,
    name: reference.name,
    language: invocation.locale,
    confirmedColumns: areAllConfirmed ? 'all' : namesIn(include),
  });
  return toAnswerable(context, name, content);
}

function toAnswerable(context: ReplyContext, name: string, content: FileContent): AnswerableFile {
  switch (content.kind) {
    case 'unusable': {
      const coverage = coverageFields(context, content.coverage);
      return { ...unusableFile(context, name, content.why), coverage };
    }
    case 'table': {
      const { table } = content;
      const coverage = coverageFields(context, table.coverage);
      return { name, findings: tableFindings(table), coverage, table };
    }
    case 'picture': {
      const { findings } = content;
      const problem = isEmpty(findings) ? pictureProblemText(context, content) : undefined;
      return { name, findings, sections: pictureSections(context, content), problem };
    }
    case 'text': {
      const { findings } = content;
      const problem = isEmpty(findings) ? fileProblemText(context, 'no-imeis') : undefined;
      return { name, findings, coverage: coverageFields(context, content), problem };
    }
  }
}

/** Reads a file. A file that ends the reader counts as broken, and the other files are answered. */
async function readBytes(
  { services, invocation: { signal } }: ImeiQuery,
  file: FileToRead,
): Promise<FileContent> {
  try {
    return await services.files.read(file, signal);
  } catch (error) {
    if (!(error instanceof WorkFailed) || signal.aborted) throw error;
    services.reportBug(error);
    return { kind: 'unusable', why: 'broken' };
  }
}

/** The column titles and words in the keys of confirmed numbers. */
function namesIn(keys: readonly string[]): readonly string[] {
  return keys
    .map(reasonOfKey)
    .flatMap((why) => (why !== undefined && 'name' in why ? [why.name] : []));
}

/** A file that has no numbers, and why. */
function unusableFile(context: ReplyContext, name: string, why: FileProblem): AnswerableFile {
  return { name, findings: NOTHING, problem: fileProblemText(context, why) };
}

/** Answers the numbers of the files and the text like those of one text. */
async function* answerTogether(
  query: ImeiQuery,
  files: readonly AnswerableFile[],
): AsyncGenerator<Reply> {
  const { text } = query;
  const context = query.contextNow();
  const parts = [findingsIn(query), ...files.map((file) => file.findings)];
  const merged = mergeParts(numberedAsOneText(parts.map((part) => withIncluded(query, part))));
  const findings = withCaption(merged, text);
  const [first, ...others] = files;
  if (isEmpty(findings) && others.length === 0 && first?.problem !== undefined) {
    const reply = fileProblemReply(context, first.name, first.problem, first);
    yield { ...reply, records: () => [noImeiRecord(context, text)] };
    return;
  }
  const unread = files.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ name, problem }],
  );
  const fileSections = [...files.flatMap(sectionsOf), ...unreadSections(context, unread)];
  yield* answerFindings(query, findings, { fileSections });
}

function sectionsOf({ name, sections = [], coverage = [] }: AnswerableFile): readonly Section[] {
  return coverage.length === 0
    ? sections
    : [...sections, { heading: shownFileName(name), fields: coverage }];
}
