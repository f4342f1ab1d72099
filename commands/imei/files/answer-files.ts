import { withCaption } from '../../../src/claims/text-claims.ts';
import type { FileReference } from '../../../src/core/options.ts';
import type { Field, Reply, Section } from '../../../src/core/reply.ts';
import type { FileContent, FileToRead } from '../../../src/files/contract.ts';
import type { TableNumbers } from '../../../src/files/tables/table-numbers.ts';
import { WorkFailed } from '../../../src/files/work/job.ts';
import {
  coverageFields,
  type FileProblem,
  fileProblemReply,
  fileProblemText,
  type ProblemText,
  pictureProblemText,
  pictureSections,
  readingFileReply,
  unreadSections,
} from '../../../src/format/files/files.ts';
import { noImeiRecord } from '../../../src/format/imei/records.ts';
import { oneLine } from '../../../src/format/reply/one-line.ts';
import type { View } from '../../../src/format/reply/view.ts';
import { type Findings, isEmpty } from '../../../src/imei/findings.ts';
import { reasonOfKey } from '../../../src/imei/reason-keys.ts';
import { answerFindings } from '../answer.ts';
import { merge, renumbered, tableFindings, withIncluded } from '../merged.ts';
import { findingsIn, type ImeiQuery } from '../query.ts';
import { downloadFile } from './download-file.ts';
import { answerTable } from './table.ts';

const NOTHING: Findings = { sure: [], unsure: [], invalid: [], repeats: [] };

/** What was read from a file. */
interface Content {
  readonly findings: Findings;
  /** Notes about the file, for the answer. */
  readonly sections?: readonly Section[];
  /** Which parts were read, and which were not. */
  readonly coverage?: readonly Field[];
  /** Why the file has no numbers; undefined if it has some. */
  readonly problem?: ProblemText | undefined;
  readonly table?: TableNumbers | undefined;
}

/** What was read from a file, and the name that the reply gives it. */
interface NamedContent extends Content {
  readonly name: string;
}

/** A file of a message, and the name that the reply gives it. */
interface NamedFile {
  readonly name: string;
  readonly file: FileReference;
}

/**
 * Answers the files and the text of a message, each IMEI once. A single table is sent back with the
 * answers in it. The numbers of all other files are answered like those of one text. The reply
 * names the files that could not be read.
 */
export async function* answerFiles(query: ImeiQuery): AsyncGenerator<Reply> {
  const { services, tasksUnderWay, invocation } = query;
  const view = query.view();
  const files = namedFiles(query);
  const read: NamedContent[] = [];
  for (const { name, file } of files) {
    const progress = readingFileReply(view, name);
    yield progress;
    const ticket = services.files.ticketFor(invocation.requester);
    if (ticket === undefined) {
      read.push({ name, ...unusable(view, 'too-many-yours') });
      continue;
    }
    const end = tasksUnderWay.begin({ invocation, checks: undefined, progress: () => progress });
    try {
      const content = await ticket.turn(() => contentOf(query, file), invocation.signal);
      if (content.table !== undefined && files.length === 1) {
        yield* answerTable(query, { file, table: content.table, ticket });
        return;
      }
      read.push({ name, ...content });
    } finally {
      end();
      ticket.leave();
    }
  }
  yield* answerContents(query, read);
}

/** The files of a message. Photos of an album all have the same name, so each gets a number. */
function namedFiles({ file }: ImeiQuery): readonly NamedFile[] {
  const files = file === undefined ? [] : [file, ...(file.others ?? [])];
  return files.map((reference, index) => {
    const isShared = files.filter(({ name }) => name === reference.name).length > 1;
    const name = isShared ? `${reference.name} (${index + 1})` : reference.name;
    return { name, file: reference };
  });
}

/** Downloads and reads a file. Call it when it is the person’s turn. */
async function contentOf(query: ImeiQuery, file: FileReference): Promise<Content> {
  const { invocation, include, areAllConfirmed } = query;
  const view = query.view();
  const download = await downloadFile(query, file, invocation.signal);
  if (!download.ok) return unusable(view, download.why);
  const { bytes } = download;
  const confirmedColumns = areAllConfirmed ? 'all' : namesIn(include);
  const language = invocation.locale;
  const reading = await readBytes(query, { bytes, name: file.name, language, confirmedColumns });
  if (reading.kind === 'unusable') {
    return { ...unusable(view, reading.why), coverage: coverageFields(view, reading.coverage) };
  }
  if (reading.kind === 'table') {
    const { table } = reading;
    return {
      findings: tableFindings(table),
      coverage: coverageFields(view, table.coverage),
      table,
    };
  }
  const { findings } = reading;
  if (reading.kind === 'picture') {
    const problem = isEmpty(findings) ? pictureProblemText(view, reading) : undefined;
    return { findings, sections: pictureSections(view, reading), problem };
  }
  const problem = isEmpty(findings) ? fileProblemText(view, 'no-imeis') : undefined;
  return { findings, coverage: coverageFields(view, reading), problem };
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

/** The column titles and words that the keys of confirmed numbers have. */
function namesIn(keys: readonly string[]): readonly string[] {
  return keys
    .map(reasonOfKey)
    .flatMap((why) => (why !== undefined && 'name' in why ? [why.name] : []));
}

function unusable(view: View, why: FileProblem): Content {
  return { findings: NOTHING, problem: fileProblemText(view, why) };
}

/** Answers the numbers of the files and the text like those of one text. */
async function* answerContents(
  query: ImeiQuery,
  contents: readonly NamedContent[],
): AsyncGenerator<Reply> {
  const { text } = query;
  const view = query.view();
  const parts = [findingsIn(query), ...contents.map((content) => content.findings)];
  const merged = merge(renumbered(parts.map((part) => withIncluded(query, part))));
  const findings = withCaption(merged, text);
  const [first, ...others] = contents;
  if (isEmpty(findings) && others.length === 0 && first?.problem !== undefined) {
    const reply = fileProblemReply(view, first.name, first.problem, first);
    yield { ...reply, records: () => [noImeiRecord(view, text)] };
    return;
  }
  const unread = contents.flatMap(({ name, problem }) =>
    problem === undefined ? [] : [{ name, problem }],
  );
  const fileSections = [...contents.flatMap(sectionsOf), ...unreadSections(view, unread)];
  yield* answerFindings(query, findings, { fileSections });
}

function sectionsOf({ name, sections = [], coverage = [] }: NamedContent): readonly Section[] {
  return coverage.length === 0
    ? sections
    : [...sections, { heading: oneLine(name, 60), fields: coverage }];
}
