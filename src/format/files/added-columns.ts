import type { AddedColumns, CellNumber, NumberedSheet } from '../../files/tables/contract.ts';
import type { Imei } from '../../imei/imei.ts';
import { wordsOf } from '../../provider/errors.ts';
import { nameOf } from '../imei/asked.ts';
import { type Detail, fullSections } from '../imei/device.ts';
import type { ImeiList } from '../imei/list.ts';
import { imeiWarnings } from '../imei/notes.ts';
import type { Checked, CheckOutcome } from '../imei/outcome.ts';
import { problemShort } from '../imei/problem.ts';
import { sentences } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';

/** Between the values of several numbers in a row. */
const BETWEEN = ' | ';

/** The numbers of a file and the outcome of each check. */
interface AnsweredNumbers {
  readonly sheets: readonly NumberedSheet[];
  readonly list: Pick<ImeiList, 'checked'>;
  /** `full` adds a column for each field of the service's answer. */
  readonly detail: Detail;
  /** The columns are all that the table has: a refused number is shown as it was typed. */
  readonly isAll?: boolean;
}

/** The columns to append to each sheet: IMEI, brand, model, result, and the details. Several numbers of a row share its cells. */
export function addedColumns(
  view: View,
  { sheets, list, detail, isAll = false }: AnsweredNumbers,
): readonly AddedColumns[] {
  const { say } = view;
  const checked = new Map<Imei, Checked>(list.checked.map((one) => [one.found.imei, one]));
  const details = detail === 'full' ? detailsOf(view, list.checked) : NO_DETAILS;
  const titles = ['IMEI', say('device.brand'), say('device.model'), say('files.result'), ...details.titles];
  const cellsOf = (numbers: readonly CellNumber[]): readonly string[] => {
    const all = numbers.map((number) => numberCells(view, number, { checked, details, isAll }));
    return titles.map((_, column) => shared(all.map((cells) => cells[column] ?? '')));
  };
  return sheets.map(({ sheet, titlesRow, rows }) => ({
    sheet,
    titlesRow,
    titles,
    rows: new Map(rows.map(({ row, numbers }) => [row, cellsOf(numbers)])),
  }));
}

/** One cell for several values; a value that all of them have is there once. */
function shared(values: readonly string[]): string {
  const [first = ''] = values;
  return values.every((value) => value === first) ? first : values.join(BETWEEN);
}

/** The fields of the service's answers, by title and by phone. */
interface Details {
  readonly titles: readonly string[];
  readonly of: ReadonlyMap<Imei, ReadonlyMap<string, string>>;
}

const NO_DETAILS: Details = { titles: [], of: new Map() };

function detailsOf(view: View, checked: readonly Checked[]): Details {
  const all = new Map<Imei, ReadonlyMap<string, string>>();
  // Grouped by section, so that a field the first phone lacks stays next to its related fields.
  const sections = new Map<string, Set<string>>();
  for (const { found, outcome } of checked) {
    if (outcome?.kind !== 'answered' || !outcome.answer.found) continue;
    const values = new Map<string, string>();
    for (const { heading = '', fields } of fullSections(view, found.imei, outcome.answer.device)) {
      const labels = sections.get(heading) ?? new Set();
      sections.set(heading, labels);
      for (const { label, value } of fields) {
        const title = view.say('files.detail', { heading, label });
        labels.add(title);
        values.set(title, value);
      }
    }
    all.set(found.imei, values);
  }
  return { titles: [...sections.values()].flatMap((labels) => [...labels]), of: all };
}

interface Answers {
  readonly checked: ReadonlyMap<Imei, Checked>;
  readonly details: Details;
  readonly isAll: boolean;
}

function numberCells(
  view: View,
  number: CellNumber,
  { checked, details, isAll }: Answers,
): readonly string[] {
  const { say } = view;
  if (number.kind === 'problem') {
    const { text, problem } = number.problem;
    return [isAll ? text : '', '', '', say('files.results.wrong', { why: problemShort(view, problem) })];
  }
  if (number.kind === 'asked') {
    const { imei, why } = number.asked;
    return [imei, '', '', say('files.results.asked', { name: nameOf(view, why) })];
  }
  const { imei } = number.found;
  const outcome = checked.get(imei)?.outcome;
  const device = outcome?.kind === 'answered' && outcome.answer.found ? outcome.answer.device : undefined;
  const read = number.zeroRestored ? say('files.results.zeroRestored') : undefined;
  return [
    imei,
    oneLine(device?.brand ?? '', 60),
    oneLine(device?.model ?? '', 100),
    sentences(outcomeText(view, outcome), read, imeiWarnings(view, number.found)) ?? '',
    ...details.titles.map((title) => details.of.get(imei)?.get(title) ?? ''),
  ];
}

function outcomeText({ say }: View, outcome: CheckOutcome | undefined): string {
  switch (outcome?.kind) {
    case 'answered':
      return outcome.answer.found ? say('files.results.found') : say('files.results.notFound');
    case 'failed':
      return say('files.results.notChecked', { why: say(`failures.${wordsOf(outcome.failure.code)}.short`) });
    case 'refused':
      return say('files.results.notChecked', { why: say(`failure.refused.${outcome.refusal.why}`) });
    case 'broke':
      return say('files.results.notChecked', { why: say('failure.broke') });
    case 'unsaved':
      return say('files.results.notChecked', { why: say('files.results.unsaved') });
    case 'later':
      return say('files.results.notChecked', { why: say('files.results.later') });
    default:
      return say('files.results.notChecked', { why: say('files.results.stopped') });
  }
}
