import type { Reply } from '../../core/reply.ts';
import type { Coverage } from '../../tables/job.ts';
import { type ImeiList, listOutline, listProgressReply } from '../imei/list.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';
import { coverageFields } from './coverage.ts';

/** A file with more numbers than allowed, and how many of its first rows have no more than that. */
interface TooManyInFile {
  readonly name: string;
  readonly most: number;
  readonly rows: number;
}

/** The answer to who wants a list as a file: what is in it, and how many of its numbers have no saved answer. */
export function listFileReply(
  { say }: View,
  { count, unsaved }: { readonly count: number; readonly unsaved: number },
): Reply {
  return compose({
    tone: unsaved > 0 ? 'warning' : 'good',
    title: say('files.list.title', { count }),
    summary: unsaved > 0 ? say('files.list.unsaved', { count: unsaved }) : undefined,
    note: say('notes.nothingSpent'),
    private: true,
  });
}

/** Refuses a file with too many numbers and says where to split it. */
export function tooManyInFileReply(view: View, { name, most, rows }: TooManyInFile): Reply {
  return compose({
    tone: 'warning',
    title: view.say('files.tooMany.title', { most }),
    summary: sentences(
      view.say('files.tooMany.summary', { most }),
      rows > 0 ? view.say('files.tooMany.split', { rows }) : undefined,
    ),
    sections: [{ fields: [{ label: view.say('files.file'), value: oneLine(name) }] }],
    withoutButtons: view.say('files.tooMany.noButtons'),
    note: view.say('notes.nothingSpent'),
  });
}

/** Adds what of a workbook will be read and what will be left out. */
export function withCoverage(view: View, plan: Reply, coverage: Coverage): Reply {
  const fields = coverageFields(view, coverage);
  return fields.length === 0 ? plan : { ...plan, sections: [...plan.sections, { fields }] };
}

/** Shown while a table is processed: progress and the results so far. */
export function tableProgressReply(
  view: View,
  list: ImeiList,
  { name, leftMs }: { readonly name: string; readonly leftMs: number },
): Reply {
  const numbers = new Intl.NumberFormat(view.say.language);
  const answers = list.checked.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' ? [outcome.answer] : [],
  );
  const paid = answers.filter(({ source }) => source === 'service').length;
  const counts: readonly (readonly [string, number])[] = [
    [view.say('files.counts.paid'), paid],
    [view.say('files.counts.kept'), answers.length - paid],
    [view.say('files.counts.notFound'), answers.filter(({ found }) => !found).length],
    [view.say('files.counts.wrong'), list.problems.length],
  ];
  return {
    ...listProgressReply(view, list, leftMs),
    sections: [
      {
        fields: [
          { label: view.say('files.file'), value: oneLine(name) },
          ...counts.map(([label, number]) => ({ label, value: numbers.format(number) })),
        ],
      },
    ],
  };
}

/** A table as its sender knows it, and whether the message text also had IMEIs. */
interface SentTable {
  readonly name: string;
  readonly besideText: boolean;
  readonly coverage: Coverage;
  /** The file could not be read again, so the answer has no other cells. */
  readonly numbersOnly: boolean;
}

/** The answer to a table: a summary in a few sentences; the rows are in the attached files. */
export function tableReply(view: View, list: ImeiList, sent: SentTable): Reply {
  const { name, besideText, numbersOnly, coverage } = sent;
  const { title, summary, ...outline } = listOutline(view, list);
  const nothing = list.checked.length === 0;
  const cutOff = list.problems.filter(({ problem }) => problem.kind === 'cut-off').length;
  return compose({
    ...outline,
    title: nothing ? view.say('problems.titleMany') : title,
    summary: sentences(
      nothing ? view.say('list.summary', { parts: title }) : summary,
      cutOff > 0 ? view.say('files.cutOff.inFile', { count: cutOff }) : undefined,
      view.say('files.below'),
      numbersOnly ? view.say('files.numbersOnly') : undefined,
      besideText ? view.say('files.besideText') : undefined,
    ),
    sections: [
      {
        fields: [{ label: view.say('files.file'), value: oneLine(name) }, ...coverageFields(view, coverage)],
      },
    ],
    private: true,
    ...(nothing && { note: view.say('notes.nothingSpent') }),
  });
}
