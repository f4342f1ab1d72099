import type { FileTrouble } from '../../core/adapter.ts';
import type { Reply } from '../../core/reply.ts';
import type { PictureProblem } from '../../files/photos/contract.ts';
import type { Coverage, TableTrouble } from '../../files/tables/contract.ts';
import { compose, withSections } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';
import { titled } from '../words/say.ts';
import { coverageFields, fileField } from './table.ts';

/** Most bytes of a table, as it is told. */
const MOST_BYTES = 5 * 1024 * 1024;

/** A file that cannot be used, and why. */
export interface UnusableFile {
  /** The file name as the sender gave it. */
  readonly name: string;
  /** The reason; selects the text of the reply. */
  readonly why: FileTrouble | TableTrouble | 'too-many-yours' | 'too-many-waiting';
  /** What of the file was read, if it has no IMEIs. */
  readonly coverage?: Coverage | undefined;
}

/** The reply to a command that was given no IMEI and no file. */
export function nothingGivenReply({ say }: View, examples: readonly string[]): Reply {
  return {
    ...compose({
      tone: 'warning',
      ...titled(say, 'files.nothingGiven'),
      sections: [{ heading: say('hint.example'), fields: [], lines: examples }],
    }),
    asksBack: { placeholder: say('files.nothingGiven.placeholder') },
  };
}

/** Shown while a file is downloaded and read. */
export function readingFileReply({ say }: View, name: string, isPicture: boolean): Reply {
  return compose({
    tone: 'progress',
    placeholder: true,
    ...(isPicture
      ? titled(say, 'photos.reading')
      : { title: say('files.reading', { name: oneLine(name, 60) }) }),
  });
}

/** The reply to a file that cannot be used, with what to do instead. No check has been paid for at this point. */
export function unusableFileReply(view: View, { name, why, coverage }: UnusableFile): Reply {
  const { say } = view;
  const plain = (): string =>
    why === 'too-large'
      ? say('files.unreadable.too-large.summary', { most: sizeText(view, MOST_BYTES) })
      : say(`files.unreadable.${why}.summary`);
  return compose({
    tone: 'bad',
    title: say(`files.unreadable.${why}.title`),
    summary: hidesSomething(coverage) ? say('files.unreadable.no-imeis.hidden') : plain(),
    sections: [{ fields: [fileField(view, name), ...coverageFields(view, coverage)] }],
    note: say('notes.nothingSpent'),
  });
}

function hidesSomething(coverage: Coverage | undefined): boolean {
  return coverage !== undefined && coverage.hidden.length + coverage.hiddenRows + coverage.hiddenColumns > 0;
}

/** One of several files that was not used, and why. */
export interface UnusedFile {
  /** The file name as the sender gave it. */
  readonly name: string;
  readonly why: UnusableFile['why'] | PictureProblem;
}

/** Names below a reply the files that have no part in it, each with the reason. */
export function withUnreadFiles({ say }: View, reply: Reply, unread: readonly UnusedFile[]): Reply {
  if (unread.length === 0 || reply.tone === 'progress') return reply;
  const reason = (why: UnusedFile['why']): string =>
    say.find(`files.unreadable.${why}.title`) ?? say.find(`photos.problems.${why}.title`) ?? '';
  const lines = unread.map(({ name, why }) => `${oneLine(name, 60)}: ${reason(why)}`);
  return withSections(reply, [{ heading: say('files.unread'), fields: [], lines }]);
}

/** Formats a number of bytes as megabytes in the reader's language. */
export function sizeText({ say }: View, bytes: number): string {
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(say.language, format).format(bytes / 1024 / 1024);
}
