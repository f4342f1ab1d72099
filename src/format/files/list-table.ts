import type { Reply, ReplyFile } from '../../core/reply.ts';
import type { CellNumber, TableAnswer, WrittenTable } from '../../files/tables/contract.ts';
import type { Detail } from '../imei/device.ts';
import type { ImeiList } from '../imei/list.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { addedColumns } from './added-columns.ts';

/** The forms in which a list is had as a file. */
export type FileForm = 'csv' | 'xlsx';

/** What the file of a list is called, without its ending. */
export const LIST_NAME = 'imeis';
export const CSV_TYPE = 'text/csv';
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A list as a table of its own: each number in a row, in the order of the text. */
export function listAnswer(
  view: View,
  list: ImeiList,
  { form, detail }: { readonly form: FileForm; readonly detail: Detail },
): TableAnswer {
  const numbers: { readonly line: number; readonly number: CellNumber }[] = [
    ...list.checked.map(({ found }) => ({ line: found.line, number: { kind: 'found', found } as const })),
    ...list.asked.map((asked) => ({ line: asked.line, number: { kind: 'asked', asked } as const })),
    ...list.problems.map((problem) => ({
      line: problem.line,
      number: { kind: 'problem', problem } as const,
    })),
  ];
  const rows = numbers
    .toSorted((one, other) => one.line - other.line)
    .map(({ number }, row) => ({ row, numbers: [number] }));
  const sheets = [{ sheet: 0, titlesRow: undefined, rows }];
  // Spreadsheets expect semicolons if decimals have a comma.
  const hasCommas = new Intl.NumberFormat(view.say.language).format(0.5).includes(',');
  return {
    kind: form === 'xlsx' ? 'workbook' : 'delimited',
    ...(hasCommas && { separator: ';' }),
    added: addedColumns(view, { sheets, list, detail, isAll: true }),
  };
}

/** The file that was written of it. */
export function listFile({ csv, xlsx }: WrittenTable): ReplyFile {
  return xlsx === undefined
    ? { name: `${LIST_NAME}.csv`, contentType: CSV_TYPE, data: csv }
    : { name: `${LIST_NAME}.xlsx`, contentType: XLSX_TYPE, data: xlsx };
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
