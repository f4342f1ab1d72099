import type { FileFailure } from '../../core/adapter/file-access.ts';
import {
  type Field,
  type Reply,
  type ReplyParts,
  reply,
  type Section,
} from '../../core/reply/reply.ts';
import type { PictureContent } from '../../files/pictures/pictures.ts';
import type { Coverage } from '../../files/tables/numbers/table-numbers.ts';
import type { WhyUnusable } from '../../files/work/unusable-file.ts';
import type { ImeiList } from '../../lists/list.ts';
import type { ReplyContext } from '../format.ts';
import { sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import { unitList } from '../texts/phrases.ts';
import { titleAndSummary } from '../texts/say.ts';

const LONGEST_FILE_NAME = 60;

/** The reason why a file cannot be used. */
export type FileProblem = FileFailure | WhyUnusable | 'too-many-yours';

/** A text about a file without an answer: a title and a sentence. */
export type ProblemText = Pick<ReplyParts, 'title' | 'summary'>;

/** The text about a problem with a file, and what to do. */
export function fileProblemText({ say }: ReplyContext, why: FileProblem): ProblemText {
  return titleAndSummary(say, `files.unreadable.${why}`);
}

/** For a picture in which no IMEI was found: how to take a better one. */
export function pictureProblemText({ say }: ReplyContext, { pages }: PictureContent): ProblemText {
  const kind = pages === undefined ? 'picture' : 'document';
  return { title: say('hint.title'), summary: say(`photos.none.${kind}`) };
}

/** The reply to a file that has nothing to check. */
export function fileProblemReply(
  context: ReplyContext,
  name: string,
  problem: ProblemText,
  {
    sections = [],
    coverage = [],
  }: { sections?: readonly Section[]; coverage?: readonly Field[] } = {},
): Reply {
  const shownSections = [{ fields: [fileField(context, name), ...coverage] }, ...sections];
  return reply({
    tone: 'bad',
    ...problem,
    sections: shownSections,
    note: context.say('notes.nothingSpent'),
  });
}

/** Shown while a file is downloaded and read. */
export function readingFileReply({ say }: ReplyContext, name: string): Reply {
  const title = say('files.reading', { name: shownFileName(name) });
  return reply({ tone: 'progress', isPlaceholder: true, title });
}

/** The section that names the files that could not be read, and why; empty if there are none. */
export function unreadSections(
  { say }: ReplyContext,
  unread: readonly { readonly name: string; readonly problem: ProblemText }[],
): readonly Section[] {
  if (unread.length === 0) return [];
  const lines = unread.map(({ name, problem }) => `${shownFileName(name)}: ${problem.title}`);
  return [{ heading: say('files.unread'), fields: [], lines }];
}

/** The section that says how many pages of a PDF were read; empty if all pages were. */
export function pictureSections(
  { say }: ReplyContext,
  { pages }: PictureContent,
): readonly Section[] {
  if (pages === undefined || pages.read === pages.all) return [];
  return [
    { fields: [], lines: [say('photos.pages', { read: pages.read, all: String(pages.all) })] },
  ];
}

/** The name of a file in a sentence or heading. */
export function shownFileName(name: string): string {
  return oneLine(name, LONGEST_FILE_NAME);
}

/** The name of the file, as its sender wrote it. */
export function fileField({ say }: ReplyContext, name: string): Field {
  return { label: say('files.file'), value: oneLine(name) };
}

/** The fields that say which parts of a file were read, and which were not; empty if all were. */
export function coverageFields(
  { say }: ReplyContext,
  coverage: Partial<Coverage> = {},
): readonly Field[] {
  const { read = [], hidden = [], isCut } = coverage;
  const fields: readonly (readonly [string, readonly string[]])[] = [
    [say('files.sheetsRead'), read.length + hidden.length > 1 ? read : []],
    [say('files.sheetsHidden'), hidden],
    [say('files.cut'), isCut === true ? [say('files.cutHint')] : []],
  ];
  return fields
    .filter(([, value]) => value.length > 0)
    .map(([label, value]) => ({ label, value: oneLine(unitList(say, value), 200) }));
}

/**
 * The first sentences of the answer to a table: which numbers a program damaged, and where the
 * answers are.
 */
export function tableLead(
  { say }: ReplyContext,
  { invalid }: ImeiList,
  written: { readonly hasOnlyNumbers: boolean } | undefined,
): string | undefined {
  const countOf = (kind: string): number => invalid.filter(({ why }) => why.kind === kind).length;
  const cutOff = countOf('cut-off');
  const rounded = countOf('rounded');
  return sentences(
    cutOff > 0 ? say('files.cutOff', { count: cutOff }) : undefined,
    rounded > 0 ? say('files.rounded', { count: rounded }) : undefined,
    written !== undefined ? say('files.inRows') : undefined,
    written?.hasOnlyNumbers === true ? say('files.numbersOnly') : undefined,
  );
}
