import type { FileReference } from '../../src/core/options.ts';
import type { Reply } from '../../src/core/reply.ts';
import { isCalledPicture } from '../../src/files/photos/format.ts';
import { noImeiOnPhotoReply, pictureProblemReply, withPicture } from '../../src/format/files/photo.ts';
import { tableFindings, withCoverage } from '../../src/format/files/table.ts';
import {
  readingFileReply,
  type UnusedFile,
  unusableFileReply,
  withUnreadFiles,
} from '../../src/format/files/trouble.ts';
import { noImeiRecord } from '../../src/format/imei/records.ts';
import type { View } from '../../src/format/reply/view.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { viewOf } from '../define.ts';
import { type Content, contentOf } from './content.ts';
import { findingsIn, together } from './findings.ts';
import { answerTable } from './table.ts';
import { answerFindings } from './text.ts';
import type { ImeiUse } from './use.ts';

/** Why a file gets no turn. */
export const CROWDED = { person: 'too-many-yours', all: 'too-many-waiting' } as const;

type Unusable = Content & { readonly kind: 'unusable' | 'unreadable' };
type Readable = Exclude<Content, Unusable>;

/** A file that could not be read, and the reply if there is nothing else. */
interface UnreadFile extends UnusedFile {
  readonly empty: () => Reply;
}

/** A file that has been read. */
interface ReadFile {
  readonly findings: Findings;
  /** Adds to an answer what else the file says. */
  readonly decorate: (reply: Reply) => Reply;
  /** The reply if neither this file nor the text beside it has a number. */
  readonly empty: () => Reply;
}

/**
 * Answers the files of a message with its text, each IMEI once. A single table comes back with the answers; the numbers of
 * others are those of one text. What could not be read is named below.
 */
export async function* answerFiles(
  use: ImeiUse,
  files: readonly FileReference[],
): AsyncGenerator<Reply, undefined, void> {
  const { needs, invocation } = use;
  const view = viewOf(needs, invocation);
  const results: (ReadFile | UnreadFile)[] = [];
  for (const file of files) {
    const place = needs.fileTurns.enter(invocation.requester);
    try {
      yield readingFileReply(view, file.name, isCalledPicture(file));
      const content: Content =
        typeof place === 'string'
          ? { kind: 'unusable', why: CROWDED[place] }
          : await place.turn(() => contentOf(use, file), invocation.signal);
      if (content.kind === 'table' && typeof place !== 'string' && files.length === 1)
        return yield* answerTable(use, { file, place, ...content });
      results.push(resultOf(view, file, content));
    } finally {
      if (typeof place !== 'string') place.leave();
    }
  }
  const read = results.filter((one) => 'findings' in one);
  const unread = results.filter((one) => 'why' in one);
  const all = together([findingsIn(use), ...read.map(({ findings }) => findings)]);
  const [only] = files.length === 1 && isEmpty(all) ? results : [];
  if (only !== undefined) {
    yield { ...only.empty(), records: () => [noImeiRecord(view, use.text)] };
    return undefined;
  }
  for await (const state of answerFindings(use, all)) {
    const shown = read.reduce((reply, { decorate }) => decorate(reply), state);
    yield withUnreadFiles(view, shown, unread);
  }
  return undefined;
}

function isEmpty({ found, asked, problems }: Findings): boolean {
  return found.length + asked.length + problems.length === 0;
}

function resultOf(view: View, file: FileReference, content: Content): ReadFile | UnreadFile {
  return content.kind === 'unusable' || content.kind === 'unreadable'
    ? unreadFile(view, file, content)
    : readFile(view, file, content);
}

function unreadFile(view: View, { name }: FileReference, content: Unusable): UnreadFile {
  if (content.kind === 'unreadable') {
    const { picture } = content;
    return { name, why: picture.problem, empty: () => pictureProblemReply(view, picture) };
  }
  const { why, coverage } = content;
  return { name, why, empty: () => unusableFileReply(view, { name, why, coverage }) };
}

function readFile(view: View, { name }: FileReference, content: Readable): ReadFile {
  if (content.kind === 'picture') {
    const { reading } = content;
    return {
      findings: reading.findings,
      decorate: (reply) => withPicture(view, reply, reading),
      empty: () => withPicture(view, noImeiOnPhotoReply(view, reading), reading),
    };
  }
  if (content.kind === 'text')
    return {
      findings: content.findings,
      decorate: (reply) => (content.isCut ? withCoverage(view, reply, { isCut: true }) : reply),
      empty: () => unusableFileReply(view, { name, why: 'no-imeis' }),
    };
  const { table } = content;
  return {
    findings: tableFindings(table),
    decorate: (reply) => withCoverage(view, reply, table.coverage, name),
    empty: () => unusableFileReply(view, { name, why: 'no-imeis', coverage: table.coverage }),
  };
}
