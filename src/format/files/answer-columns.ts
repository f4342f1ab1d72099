import type { AddedColumns } from '../../files/tables/book.ts';
import type { NumberedSheet } from '../../files/tables/numbers/table-numbers.ts';
import { type Finding, impliedImei } from '../../imei/findings.ts';
import type { Imei } from '../../imei/imei.ts';
import { deviceIn, type ImeiList, inOrder, type ListEntry } from '../../lists/list.ts';
import type { ReplyContext } from '../format.ts';
import { isClash } from '../imei/phone/clash.ts';
import { dataSheet } from '../imei/phone/data-sheet.ts';
import { brandLine, modelLine } from '../imei/phone/phone-name.ts';
import { type Detail, imeiWarnings } from '../imei/phone/phone-parts.ts';
import { problemText } from '../imei/without-answer/problem-text.ts';
import { reasonText } from '../imei/without-answer/unanswered-check.ts';
import { unsureName } from '../imei/without-answer/unsure-numbers.ts';
import { sentences } from '../reply/compose.ts';

/** Separates the values of several numbers in a cell. */
const BETWEEN = ' | ';

interface AnswerColumn {
  readonly title: string;
  /** The text in the cell of an entry, with or without an answer. */
  readonly textOf: (entry: ListEntry) => string;
}

/** Sheets with numbers, and the answers to these. */
interface AnsweredSheets {
  readonly sheets: readonly NumberedSheet[];
  readonly entries: readonly ListEntry[];
  readonly detail: Detail;
}

/** The columns of a table that has a row for each number of a list, with all details. */
export function listColumns(context: ReplyContext, list: ImeiList): readonly AddedColumns[] {
  const rows = inOrder(list).map((number, row) => ({ row, numbers: [number] }));
  const sheets = [{ sheetIndex: 0, titleRow: undefined, rows }];
  return addedColumns(context, { sheets, entries: list.entries, detail: 'full' });
}

/**
 * The columns to append to each sheet: IMEI, brand, model and result; if a phone clearly is not the
 * one that the sheet names, a column that says so; with `full`, also a column for each field of the
 * service's answers. If a row has several numbers, their values share its cells.
 *
 *     Phone             +   IMEI             Brand   Model         Result
 *     356938035643809       356938035643809  Nokia   3110          Found.
 *     3520… / 4901…         3520… | 4901…    Nokia   3110 | 8110   Found.
 */
export function addedColumns(
  context: ReplyContext,
  { sheets, entries, detail }: AnsweredSheets,
): readonly AddedColumns[] {
  const byImei = new Map<Imei, ListEntry>(entries.map((entry) => [entry.number.imei, entry]));
  const columns = [
    ...nameColumns(context),
    ...clashColumns(context, entries),
    ...(detail === 'full' ? detailColumns(context, entries) : []),
  ];
  const cellsOf = (number: Finding): readonly string[] => {
    const imei = imeiOf(number);
    const entry = imei && byImei.get(imei);
    return entry === undefined
      ? uncheckedCells(context, number)
      : columns.map(({ textOf }) => textOf(entry));
  };
  const rowOf = (numbers: readonly Finding[]): readonly string[] => {
    const cells = numbers.map(cellsOf);
    return columns.map((_, index) => joinedCell(cells.map((values) => values[index] ?? '')));
  };
  return sheets.map(({ sheetIndex, titleRow, rows }) => ({
    sheetIndex,
    titleRow,
    titles: columns.map(({ title }) => title),
    rows: new Map(rows.map(({ row, numbers }) => [row, rowOf(numbers)])),
  }));
}

function nameColumns(context: ReplyContext): readonly AnswerColumn[] {
  const { say } = context;
  return [
    { title: 'IMEI', textOf: ({ number }) => number.imei },
    { title: say('device.brand'), textOf: (entry) => brandLine(deviceIn(entry)?.brand) },
    { title: say('device.model'), textOf: (entry) => modelLine(deviceIn(entry)?.model) },
    { title: say('files.result'), textOf: (entry) => resultText(context, entry) },
  ];
}

/**
 * A column with “No” for each phone that clearly is not the one that the text names; no column
 * without such phones. Never “Yes”, since the models are not compared.
 */
function clashColumns(
  { say }: ReplyContext,
  entries: readonly ListEntry[],
): readonly AnswerColumn[] {
  if (!entries.some(isClash)) return [];
  return [{ title: say('clash.column'), textOf: (entry) => (isClash(entry) ? say('no') : '') }];
}

/** A column for each field of the service's answers. */
function detailColumns(
  context: ReplyContext,
  entries: readonly ListEntry[],
): readonly AnswerColumn[] {
  const details = new Map<string, Map<Imei, string>>();
  for (const entry of entries) {
    const device = deviceIn(entry);
    if (device === undefined) continue;
    for (const { heading = '', fields } of dataSheet(context, device)) {
      for (const { label, value } of fields) {
        const title = `${heading}: ${label}`;
        const values = details.get(title) ?? new Map<Imei, string>();
        details.set(title, values.set(entry.number.imei, value));
      }
    }
  }
  return [...details].map(([title, values]) => ({
    title,
    textOf: ({ number }) => values.get(number.imei) ?? '',
  }));
}

/** Puts several values into one cell; writes equal values once. */
function joinedCell(values: readonly string[]): string {
  const [first = ''] = values;
  return values.every((value) => value === first) ? first : values.join(BETWEEN);
}

/** The IMEI that was checked for a number, or would be once its person wants that. */
function imeiOf(number: Finding): Imei | undefined {
  return number.kind === 'invalid' ? impliedImei(number.why) : number.imei;
}

function uncheckedCells(context: ReplyContext, number: Finding): readonly string[] {
  const { say } = context;
  if (number.kind === 'sure') return [number.imei];
  if (number.kind === 'unsure') {
    const { imei, why } = number;
    // A name may end with a full stop (“Order no.”), and the text adds one.
    const name = unsureName(context, why).replace(/\.$/u, '');
    return [imei, '', '', say('files.results.unsure', { name })];
  }
  const { text, why } = number;
  return [text, '', '', say('files.results.invalid', { why: problemText(context, why).short })];
}

function resultText(context: ReplyContext, { number, outcome }: ListEntry): string {
  const { say } = context;
  const text =
    outcome?.kind === 'answered'
      ? say(outcome.answer.found ? 'files.results.found' : 'files.results.notFound')
      : say('files.results.notChecked', { why: reasonText(say, outcome) });
  return sentences(text, imeiWarnings(context, number)) ?? '';
}
