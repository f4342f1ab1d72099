import type { Field, Reply } from '../../core/reply.ts';
import type { Coverage } from '../../tables/job.ts';
import { type ImeiList, listOutline, listProgressReply } from '../imei/list.ts';
import { inARow } from '../phrases.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';

/** A file with more numbers than allowed, and how many of its first rows have no more than that. */
interface TooManyInFile {
  readonly name: string;
  readonly most: number;
  readonly rows: number;
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

/** What of a workbook is read and what is left out; empty for what is no workbook. */
export function coverageFields({ say }: View, coverage: Coverage | undefined): readonly Field[] {
  if (coverage === undefined) return [];
  const { read, hidden, withoutImeis, hiddenRows, hiddenColumns } = coverage;
  const isChosen = read.length + hidden.length + withoutImeis.length > 1;
  const named = (label: string, names: readonly string[]): readonly Field[] =>
    names.length === 0 ? [] : [{ label, value: oneLine(inARow(say, names), 200) }];
  const counted = (label: string, count: number): readonly Field[] =>
    count === 0 ? [] : [{ label, value: new Intl.NumberFormat(say.language).format(count) }];
  return [
    ...(isChosen ? named(say('files.sheetsRead'), read) : []),
    ...(isChosen ? named(say('files.sheetsWithoutImeis'), withoutImeis) : []),
    ...named(say('files.sheetsHidden'), hidden),
    ...counted(say('files.rowsHidden'), hiddenRows),
    ...counted(say('files.columnsHidden'), hiddenColumns),
  ];
}

/** Whether a workbook hides something that was left out. */
export function hidesSomething(coverage: Coverage | undefined): boolean {
  if (coverage === undefined) return false;
  return coverage.hidden.length + coverage.hiddenRows + coverage.hiddenColumns > 0;
}

/** What of one of several files was read. */
export interface FileCoverage {
  /** The file name as the sender gave it. */
  readonly name: string;
  readonly coverage: Coverage;
}

/** Adds below a reply what of each workbook was read and what was left out. */
export function withFilesCoverage(view: View, reply: Reply, files: readonly FileCoverage[]): Reply {
  const sections = files.flatMap(({ name, coverage }) => {
    const fields = coverageFields(view, coverage);
    return fields.length === 0 ? [] : [{ heading: oneLine(name, 60), fields }];
  });
  return sections.length === 0 ? reply : { ...reply, sections: [...reply.sections, ...sections] };
}
