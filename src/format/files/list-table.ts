import type { ReplyFile } from '../../core/reply.ts';
import type { Findings } from '../../imei/find/findings.ts';
import type { TableSummary, WrittenTable } from '../../tables/job.ts';
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
