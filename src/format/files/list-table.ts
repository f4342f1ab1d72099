import type { Reply, ReplyFile } from '../../core/reply.ts';
import type { Findings } from '../../imei/find/findings.ts';
import type { TableSummary, WrittenTable } from '../../tables/job.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';

/** The forms in which a list is had as a file. */
export type FileForm = 'csv' | 'xlsx';

/** What the file of a list is called, without its ending. */
export const LIST_NAME = 'imeis';

/** A list as a table that nobody sent: each number in a row of its own, in the order of the text. */
export function listSummary({ say }: View, { found, problems }: Findings, form: FileForm): TableSummary {
  const numbers = [
    ...found.map((one) => ({ kind: 'imei', found: one, zeroRestored: false }) as const),
    ...problems.map((problem) => ({ kind: 'problem', problem }) as const),
  ];
  const lineOf = (one: (typeof numbers)[number]): number =>
    one.kind === 'imei' ? one.found.line : one.problem.line;
  const rows = numbers
    .toSorted((one, other) => lineOf(one) - lineOf(other))
    .map((one, row) => ({ row, numbers: [one] }));
  // Where decimals have a comma, spreadsheets expect semicolons.
  const hasCommas = new Intl.NumberFormat(say.language).format(0.5).includes(',');
  return {
    kind: form === 'xlsx' ? 'workbook' : 'delimited',
    ...(hasCommas && { separator: ';' }),
    tables: [{ table: 0, headerRow: undefined, rows }],
    coverage: { read: [], hidden: [], withoutImeis: [], hiddenRows: 0, hiddenColumns: 0 },
    isDoubtful: false,
    aside: [],
    tooManyAt: undefined,
    digest: '',
  };
}

/** The file that was written of it. */
export function listFile({ csv, xlsx }: WrittenTable): ReplyFile {
  return xlsx === undefined
    ? { name: `${LIST_NAME}.csv`, contentType: 'text/csv', data: csv }
    : {
        name: `${LIST_NAME}.xlsx`,
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        data: xlsx,
      };
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
