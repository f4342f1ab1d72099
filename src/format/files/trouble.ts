import type { FileTrouble } from '../../core/adapter.ts';
import type { Reply } from '../../core/reply.ts';
import type { Coverage } from '../../tables/job.ts';
import type { TableTrouble } from '../../tables/table.ts';
import { compose } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';
import { titled } from '../words/say.ts';
import { coverageFields, hidesSomething } from './table.ts';

/** A file that cannot be used, and why. */
export interface UnusableFile {
  /** The file name as the sender gave it. */
  readonly name: string;
  /** The reason; selects the text of the reply. */
  readonly why: FileTrouble | TableTrouble | 'no-imeis' | 'too-slow' | 'too-many-yours' | 'too-many-waiting';
  /** Largest accepted file, in bytes. */
  readonly maxBytes: number;
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
export function readingFileReply({ say }: View, name: string): Reply {
  return compose({
    tone: 'progress',
    placeholder: true,
    title: say('files.reading', { name: oneLine(name, 60) }),
  });
}

/** The reply to a file that cannot be used, with what to do instead. No check has been paid for at this point. */
export function unusableFileReply(view: View, { name, why, maxBytes, coverage }: UnusableFile): Reply {
  const { say } = view;
  const plain = (): string =>
    why === 'too-large'
      ? say('files.unreadable.too-large.summary', { most: sizeText(view, maxBytes) })
      : say(`files.unreadable.${why}.summary`);
  const summary = hidesSomething(coverage) ? say('files.unreadable.no-imeis.hidden') : plain();
  return compose({
    tone: 'bad',
    title: say(`files.unreadable.${why}.title`),
    summary,
    sections: [
      {
        fields: [{ label: view.say('files.file'), value: oneLine(name) }, ...coverageFields(view, coverage)],
      },
    ],
    note: view.say('notes.nothingSpent'),
  });
}

/** The reply where a file of which a part was checked cannot be had again for the next part. */
export function goneBetweenPartsReply({ say }: View, name: string): Reply {
  return compose({
    tone: 'warning',
    ...titled(say, 'files.partGone'),
    sections: [{ fields: [{ label: say('files.file'), value: oneLine(name) }] }],
    note: say('notes.nothingSpent'),
  });
}

/** One of several files that was not used. */
export interface UnreadFile {
  /** The file name as the sender gave it. */
  readonly name: string;
  /** `doubtful`: it is asked about where it comes alone. */
  readonly why: UnusableFile['why'] | 'doubtful';
}

/** Names below a reply the files that have no part in it, each with the reason. */
export function withUnreadFiles({ say }: View, reply: Reply, unread: readonly UnreadFile[]): Reply {
  if (unread.length === 0) return reply;
  const reason = (why: UnreadFile['why']): string =>
    why === 'doubtful' ? say('files.unsureAlone') : say(`files.unreadable.${why}.title`);
  const lines = unread.map(({ name, why }) => `${oneLine(name, 60)}: ${reason(why)}`);
  return { ...reply, sections: [...reply.sections, { heading: say('files.unread'), fields: [], lines }] };
}

/** Formats a number of bytes as megabytes in the reader's language. */
export function sizeText({ say }: View, bytes: number): string {
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(say.language, format).format(bytes / 1024 / 1024);
}
