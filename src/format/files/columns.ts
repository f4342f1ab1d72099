import type { CellNumber } from '../../files/tables/cells.ts';
import type { NumberedSheet } from '../../files/tables/numbers.ts';
import type { AddedColumns } from '../../files/tables/workbook.ts';
import type { Imei } from '../../imei/imei.ts';
import { dataSheet } from '../imei/data-sheet.ts';
import { imeiWarnings } from '../imei/device.ts';
import { correctedIn, problemText, unsureName } from '../imei/numbers.ts';
import { type Checked, type Detail, deviceIn, type ImeiList, reasonText } from '../imei/outcome.ts';
import { sentences } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';

/** Between the values of several numbers in a row. */
const BETWEEN = ' | ';

/** A list as a table with all details: each number in a row, in the order of the text. */
export function listColumns(view: View, list: ImeiList): readonly AddedColumns[] {
  const numbers: readonly (readonly [line: number, number: CellNumber])[] = [
    ...list.checked.map(({ found }) => [found.line, { kind: 'found', found }] as const),
    ...list.unsure.map((unsure) => [unsure.line, { kind: 'unsure', unsure }] as const),
    ...list.problems.map((problem) => [problem.line, { kind: 'problem', problem }] as const),
  ];
  const rows = numbers
    .toSorted(([one], [other]) => one - other)
    .map(([, number], row) => ({ row, numbers: [number] }));
  const sheets = [{ sheet: 0, titlesRow: undefined, rows }];
  return addedColumns(view, sheets, list.checked, 'full');
}

/**
 * The columns to append to each sheet: IMEI, brand, model, result, and with `full` one for each field of the service's answers.
 * Several numbers of a row share its cells.
 */
export function addedColumns(
  view: View,
  sheets: readonly NumberedSheet[],
  checked: readonly Checked[],
  detail: Detail,
): readonly AddedColumns[] {
  const { say } = view;
  const all = new Map<Imei, Checked>(checked.map((one) => [one.found.imei, one]));
  const details = detailsOf(view, detail === 'full' ? checked : []);
  const titles = [
    'IMEI',
    say('device.brand'),
    say('device.model'),
    say('files.result'),
    ...details.keys(),
  ];
  const cellsOf = (number: CellNumber): readonly string[] => {
    const imei = imeiOf(number);
    const one = imei && all.get(imei);
    if (one === undefined) return uncheckedCells(view, number);
    const device = deviceIn(one);
    return [
      one.found.imei,
      oneLine(device?.brand ?? '', 60),
      oneLine(device?.model ?? '', 100),
      resultText(view, one),
      ...[...details.values()].map((values) => values.get(one.found.imei) ?? ''),
    ];
  };
  const rowOf = (numbers: readonly CellNumber[]): readonly string[] => {
    const cells = numbers.map(cellsOf);
    return titles.map((_, column) => shared(cells.map((values) => values[column] ?? '')));
  };
  return sheets.map(({ sheet, titlesRow, rows }) => ({
    sheet,
    titlesRow,
    titles,
    rows: new Map(rows.map(({ row, numbers }) => [row, rowOf(numbers)])),
  }));
}

/** One cell for several values; equal ones are written once. */
function shared(values: readonly string[]): string {
  const [first = ''] = values;
  return values.every((value) => value === first) ? first : values.join(BETWEEN);
}

/** The fields of the service's answers by title, each with its values by IMEI. */
function detailsOf(
  view: View,
  checked: readonly Checked[],
): ReadonlyMap<string, ReadonlyMap<Imei, string>> {
  const details = new Map<string, Map<Imei, string>>();
  for (const one of checked) {
    const device = deviceIn(one);
    if (device === undefined) continue;
    for (const { heading = '', fields } of dataSheet(view, device))
      for (const { label, value } of fields) {
        const title = `${heading}: ${label}`;
        details.set(title, (details.get(title) ?? new Map()).set(one.found.imei, value));
      }
  }
  return details;
}

/** The IMEI that was or may be checked for a number. */
function imeiOf(number: CellNumber): Imei | undefined {
  if (number.kind === 'found') return number.found.imei;
  return number.kind === 'unsure' ? number.unsure.imei : correctedIn(number.problem.problem);
}

function uncheckedCells(view: View, number: CellNumber): readonly string[] {
  const { say } = view;
  if (number.kind === 'found') return [number.found.imei];
  if (number.kind === 'unsure') {
    const { imei, why } = number.unsure;
    return [imei, '', '', say('files.results.unsure', { name: unsureName(view, why) })];
  }
  const { text, problem } = number.problem;
  return [text, '', '', say('files.results.wrong', { why: problemText(view, problem).short })];
}

function resultText(view: View, { found, outcome }: Checked): string {
  const { say } = view;
  const text =
    outcome?.kind === 'answered'
      ? say(outcome.answer.found ? 'files.results.found' : 'files.results.notFound')
      : say('files.results.notChecked', { why: reasonText(say, outcome) });
  return sentences(text, imeiWarnings(view, found)) ?? '';
}
