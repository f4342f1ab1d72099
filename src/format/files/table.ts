import type { Field, Reply } from '../../core/reply.ts';
import type { Coverage, TableNumbers } from '../../files/tables/contract.ts';
import type { AskedImei, Findings, FoundImei, FoundProblem } from '../../imei/findings.ts';
import { anywayHint, askedInFile } from '../imei/asked.ts';
import { groupSections, type ImeiList, listOutline, listProgressReply } from '../imei/list.ts';
import type { Checked } from '../imei/outcome.ts';
import { inARow } from '../phrases.ts';
import { compose, sentences, withSections } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';

/** The numbers of a table as those of a text, in the order of its rows. */
export function tableFindings({ sheets, asked: columns }: TableNumbers): Findings {
  const numbers = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  const found: FoundImei[] = [];
  const asked: AskedImei[] = [];
  const problems: FoundProblem[] = [];
  for (const number of numbers) {
    if (number.kind === 'found') found.push(number.found);
    else if (number.kind === 'asked') asked.push(number.asked);
    else problems.push(number.problem);
  }
  return {
    found,
    asked: [...asked, ...columns.flatMap((column) => column.numbers)],
    problems,
    duplicates: 0,
  };
}

/** Adds what of a file was read and what was left out; `name` if it is one of several. */
export function withCoverage(view: View, reply: Reply, coverage: Partial<Coverage>, name?: string): Reply {
  const fields = coverageFields(view, coverage);
  if (fields.length === 0 || reply.tone === 'progress') return reply;
  const heading = name === undefined ? {} : { heading: oneLine(name, 60) };
  return withSections(reply, [{ ...heading, fields }]);
}

/** Shown while a table is processed: progress and the results so far. */
export function tableProgressReply(
  view: View,
  list: ImeiList,
  { name, leftMs }: { readonly name: string; readonly leftMs: number },
): Reply {
  const { say } = view;
  const answers = list.checked.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' ? [outcome.answer] : [],
  );
  const paid = answers.filter(({ source }) => source === 'service').length;
  const counts: readonly (readonly [string, number])[] = [
    [say('files.counts.paid'), paid],
    [say('files.counts.kept'), answers.length - paid],
    [say('files.counts.notFound'), answers.filter(({ found }) => !found).length],
    [say('list.headings.invalid'), list.problems.length],
  ];
  const numbers = new Intl.NumberFormat(say.language);
  const fields = counts.map(([label, number]) => ({ label, value: numbers.format(number) }));
  return {
    ...listProgressReply(view, list, leftMs),
    sections: [{ fields: [fileField(view, name), ...fields] }],
  };
}

/** A table as its sender knows it, and as it comes back. */
interface SentTable {
  readonly name: string;
  readonly table: TableNumbers;
  /** The name of the file with the answers; undefined if there are none. */
  readonly answer: string | undefined;
  /** The file could not be read again, so the answer has no other cells. */
  readonly numbersOnly: boolean;
  /** The IMEIs of the text beside the file, which are in no row. */
  readonly beside: readonly Checked[];
}

/** The answer to a table: a summary in a few sentences; the attached file has the numbers. */
export function tableReply(view: View, list: ImeiList, sent: SentTable): Reply {
  const { say } = view;
  const { name, table, answer, numbersOnly, beside } = sent;
  const { asked, checked, problems } = list;
  const { title, summary, ...outline } = listOutline(view, list);
  const [cutOff, rounded] = [countOf(list, 'cut-off'), countOf(list, 'rounded')];
  const others = problems.length - cutOff - rounded;
  const isNothing = checked.length === 0;
  const question = { tone: 'neutral', title: say('asked.title', { count: asked.length }) } as const;
  const nothing = { title: say('problems.titleMany') };
  return compose({
    ...outline,
    title,
    ...(isNothing && (problems.length > 0 ? nothing : question)),
    summary: sentences(
      isNothing ? undefined : summary,
      isNothing && problems.length === 0 ? say('asked.summary') : undefined,
      cutOff > 0 ? say('files.cutOff', { count: cutOff }) : undefined,
      rounded > 0 ? say('files.rounded', { count: rounded }) : undefined,
      answer === undefined ? undefined : say('files.below'),
      others > 0 && answer !== undefined ? say('files.listed', { count: others, file: answer }) : undefined,
      numbersOnly ? say('files.numbersOnly') : undefined,
    ),
    sections: [
      { fields: [fileField(view, name), ...coverageFields(view, table.coverage)] },
      ...(beside.length > 0 ? groupSections(view, { checked: beside }) : []),
      ...askedInFile(view, asked),
    ],
    private: true,
    ...(isNothing && { note: say('notes.nothingSpent') }),
    ...(asked.length + rounded > 0 && { withoutButtons: anywayHint(view) }),
  });
}

function countOf({ problems }: ImeiList, kind: FoundProblem['problem']['kind']): number {
  return problems.filter(({ problem }) => problem.kind === kind).length;
}

/** The file as its sender named it. */
export function fileField({ say }: View, name: string): Field {
  return { label: say('files.file'), value: oneLine(name) };
}

/** What of a workbook is read and what is left out; empty for what is no workbook. */
export function coverageFields({ say }: View, coverage: Partial<Coverage> = {}): readonly Field[] {
  const { read = [], hidden = [], withoutImeis = [], hiddenRows = 0, hiddenColumns = 0, isCut } = coverage;
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
    ...(isCut === true ? [{ label: say('files.cut'), value: say('files.cutHint') }] : []),
  ];
}
