import type { Imei } from '../../imei/imei.ts';
import { wordsOf } from '../../provider/errors.ts';
import type { CellNumber } from '../../tables/cells/cell-numbers.ts';
import type { AddedColumns, TableSummary } from '../../tables/job.ts';
import { type Detail, fullSections } from '../imei/device.ts';
import type { ImeiList } from '../imei/list.ts';
import { imeiWarnings } from '../imei/notes.ts';
import type { Checked, CheckOutcome } from '../imei/outcome.ts';
import { problemShort } from '../imei/problem.ts';
import { sentences } from '../reply/compose.ts';
import { oneLine, type View } from '../reply/view.ts';

/** Most numbers that one row shows in columns; each further number gets a row of its own below. */
const MOST_SIDE_BY_SIDE = 4;

/** The numbers of a file and the outcome of each check. */
export interface AnsweredNumbers {
  /** The part of the summary that says which rows hold numbers. */
  readonly summary: Pick<TableSummary, 'tables'>;
  /** The checks of those numbers, in the order of the file. */
  readonly list: ImeiList;
  /** `full` adds a column for each field of the service's answer. */
  readonly detail: Detail;
  /** The columns are all that the table has: an invalid number is shown as it was typed. */
  readonly isAll?: boolean;
}

/**
 * The columns to append to each table: IMEI, brand, model and result for each number of a row. With full details, also one
 * column for each field the service returns.
 */
export function addedColumns(
  view: View,
  { summary, list, detail, isAll = false }: AnsweredNumbers,
): AddedColumns[] {
  const checked = new Map<Imei, Checked>(list.checked.map((one) => [one.found.imei, one]));
  const details = detail === 'full' ? detailsOf(view, list) : NO_DETAILS;
  return summary.tables.map(({ table, headerRow, rows }) => {
    const most = rows.reduce((longest, { numbers }) => Math.max(longest, numbers.length), 1);
    const places = Math.min(MOST_SIDE_BY_SIDE, most);
    return {
      table,
      headerRow,
      titles: titlesOf(view, places, details.titles),
      places,
      rows: new Map(
        rows.map(({ row, numbers }) => [
          row,
          numbers.map((number) => numberCells(view, number, { checked, details, isAll })),
        ]),
      ),
    };
  });
}

function titlesOf(view: View, places: number, details: readonly string[]): string[] {
  const titles = [
    'IMEI',
    view.say('device.brand'),
    view.say('device.model'),
    view.say('files.result'),
    ...details,
  ];
  return Array.from({ length: places }, (_, place) =>
    titles.map((title) => (place === 0 ? title : view.say('files.further', { title, place: place + 1 }))),
  ).flat();
}

/** The fields of the service's answers, by title and by phone. */
interface Details {
  readonly titles: readonly string[];
  readonly of: ReadonlyMap<Imei, ReadonlyMap<string, string>>;
}

const NO_DETAILS: Details = { titles: [], of: new Map() };

function detailsOf(view: View, { checked }: ImeiList): Details {
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

function numberCells(view: View, number: CellNumber, { checked, details, isAll }: Answers): string[] {
  const none = details.titles.map(() => '');
  if (number.kind === 'problem') {
    const typed = isAll ? number.problem.text : '';
    return [typed, '', '', resultText(view, number, undefined), ...none];
  }
  const { imei } = number.found;
  const one = checked.get(imei);
  const device =
    one?.outcome?.kind === 'answered' && one.outcome.answer.found ? one.outcome.answer.device : undefined;
  return [
    imei,
    oneLine(device?.brand ?? '', 60),
    oneLine(device?.model ?? '', 100),
    resultText(view, number, one?.outcome),
    ...details.titles.map((title) => details.of.get(imei)?.get(title) ?? ''),
  ];
}

/** The result column of one number: found or not found, or why it was not checked, and how it was read. */
function resultText(view: View, number: CellNumber, outcome: CheckOutcome | undefined): string {
  if (number.kind === 'problem')
    return view.say('files.results.wrong', { why: problemShort(view, number.problem.problem) });
  const read = number.zeroRestored ? view.say('files.results.zeroRestored') : undefined;
  return sentences(outcomeText(view, outcome), read, imeiWarnings(view, number.found)) ?? '';
}

function outcomeText(view: View, outcome: CheckOutcome | undefined): string {
  const { say } = view;
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
    default:
      return say('files.results.notChecked', { why: say('files.results.stopped') });
  }
}
