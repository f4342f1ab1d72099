import type { FileTrouble } from '../../core/file-unreadable.ts';
import type { Reply } from '../../core/reply.ts';
import type { TableTrouble } from '../../tables/table.ts';
import { compose } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';

/** A file that cannot be used, and why. */
export interface UnusableFile {
  /** The file name as the sender gave it. */
  readonly name: string;
  /** The reason; selects the text of the reply. */
  readonly why: FileTrouble | TableTrouble | 'no-imeis' | 'too-slow' | 'too-many-yours' | 'too-many-waiting';
  /** Largest accepted file, in bytes. */
  readonly maxBytes: number;
}

/** The reply to a command that was given no IMEI and no file. */
export function nothingGivenReply({ words }: View, examples: readonly string[]): Reply {
  return compose({
    tone: 'warning',
    ...words.files.nothingGiven,
    sections: [{ heading: words.hint.example, fields: [], lines: examples }],
    private: true,
  });
}

/** Shown while a file is downloaded and read. */
export function readingFileReply({ words }: View, name: string): Reply {
  return compose({ tone: 'progress', placeholder: true, title: words.files.reading(oneLine(name, 60)) });
}

/** The reply to a file that cannot be used, with what to do instead. No check has been paid for at this point. */
export function unusableFileReply(view: View, { name, why, maxBytes }: UnusableFile): Reply {
  const { unreadable, file } = view.words.files;
  const { title, lead } = unreadable[why];
  return compose({
    tone: 'bad',
    title,
    lead: typeof lead === 'function' ? lead(sizeText(view, maxBytes)) : lead,
    sections: [{ fields: [{ label: file, value: oneLine(name) }] }],
    note: view.words.notes.nothingSpent,
  });
}

/** Formats a number of bytes as megabytes in the reader's language. */
export function sizeText({ words }: View, bytes: number): string {
  const format = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(words.locale, format).format(bytes / 1024 / 1024);
}
