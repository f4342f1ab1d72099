import type { Field, Reply } from '../../core/reply.ts';
import type { Coverage } from '../../tables/job.ts';
import { inARow } from '../lists.ts';
import { oneLine } from '../reply/one-line.ts';
import type { View } from '../reply/view.ts';

/** What of a workbook is read and what is left out; nothing if there is no choice. */
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
