import { isOtherNumber, titleName } from '../../imei/others/names.ts';
import { isOfAnyPhone } from '../../imei/others/near-names.ts';
import { saysOf } from '../../imei/others/own-names.ts';
import { isPlainTitle } from '../../imei/others/plain-titles.ts';
import { type Cell, isBlank, type Table } from '../table.ts';
import { lettersOf } from './aside.ts';
import { isTitle, mayHoldImei } from './cell-numbers.ts';
import type { Layout } from './columns.ts';
import { FEWEST_TITLES, isRowOfTitles } from './titles.ts';

const NUMBER = /\p{Nd}/u;

/** Tells the other name of a column; undefined if it has none. */
export type OtherNameOf = (column: number) => string | undefined;

/**
 * Tells in which columns the numbers of a row have another name than IMEI: by the titles of a further table, below a blank row or with a
 * title of the one above, or, in a list that names each row at its beginning or each number above it, by that. A line above the titles is
 * that of a report, and names its number itself. It is asked about each row, from above to below.
 */
export function createSections(
  rows: Table['rows'],
  { columns, headerRow }: Pick<Layout, 'columns' | 'headerRow'>,
): (index: number) => OtherNameOf {
  const own = new Set(columns.map(({ column }) => column));
  const titles = rows[headerRow ?? -1] ?? [];
  const isTitled = columns.some(({ column }) => titleName(titles[column]?.text ?? '') === 'imei');
  const firstOf = (index: number): string => (index === headerRow ? '' : firstWords(rows[index] ?? [], own));
  const isByRows =
    !isTitled &&
    rows.some((row, index) => titleName(firstOf(index)) === 'imei' && row.some(isOwnNumber(own)));
  const isByNumbers = isNamedAbove(rows);
  // What the titles of the table itself say is known.
  const lastKnown = isByNumbers ? -1 : (headerRow ?? -1);
  let named: ReadonlyMap<number, string> = new Map();
  return (index) => {
    const row = rows[index] ?? [];
    const further = index > lastKnown ? furtherTitles(rows, index, { own, titles }) : undefined;
    if (further !== undefined) {
      const isOther = further === 'certain' || isByNumbers ? isOtherTitle : isOtherNumber;
      const titled = [...own].map((column) => [column, row[column]?.text ?? ''] as const);
      named = new Map(titled.filter(([, text]) => isOther(text)));
    }
    const first = isByRows ? firstOf(index) : '';
    const name = isOtherTitle(first) ? first : undefined;
    const isOfReport = index < (headerRow ?? 0);
    return (column) => name ?? named.get(column) ?? (isOfReport ? reportName(row, column, own) : undefined);
  };
}

/** What the line of a report calls its number: the words before it; undefined if that is an IMEI. */
function reportName(
  row: Table['rows'][number],
  column: number,
  own: ReadonlySet<number>,
): string | undefined {
  const [before = ''] = (row[column]?.text ?? '').split(NUMBER);
  const name = firstWords(row, own) || before.trim() || lettersOf(column);
  return titleName(name) === 'imei' ? undefined : name;
}

function isOtherTitle(text: string): boolean {
  const says = text.trim() === '' ? undefined : saysOf(text);
  return says === 'other' || (says === 'unknown' && !isOfAnyPhone(text));
}

/** Whether a list in one column has the name of each number above it, one of them IMEI: a heading has several below it. */
function isNamedAbove(rows: Table['rows']): boolean {
  let above = '';
  let hasImei = false;
  for (const row of rows) {
    const [cell, ...more] = row.filter(({ text }) => text.trim() !== '');
    if (cell === undefined) continue;
    if (more.length > 0) return false;
    if (isTitle(cell)) above = cell.text;
    else if (mayHoldImei(cell)) {
      if (above === '') return false;
      hasImei ||= titleName(above) === 'imei';
      above = '';
    }
  }
  return hasImei;
}

function isOwnNumber(own: ReadonlySet<number>): (cell: Cell, column: number) => boolean {
  return (cell, column) => own.has(column) && mayHoldImei(cell);
}

/** A table as far as its first titles tell. */
interface TitledTable {
  /** The columns with IMEIs. */
  readonly own: ReadonlySet<number>;
  readonly titles: Table['rows'][number];
}

/**
 * Whether a row has the titles of a further table, and no names of somebody for certain: one of the table above comes again, a name is
 * above them, or another of them is one that only titles have. undefined if it has none.
 */
function furtherTitles(
  rows: Table['rows'],
  index: number,
  { own, titles }: TitledTable,
): 'certain' | 'likely' | undefined {
  const row = rows[index] ?? [];
  const filled = row.flatMap((cell, column) => (isBlank([cell]) ? [] : [{ cell, column }]));
  // Alone in the column it may be the name of what stands below it.
  if (filled.length === 1 && filled.every(({ cell, column }) => own.has(column) && isTitle(cell)))
    return 'likely';
  if (!isRowOfTitles(row, FEWEST_TITLES)) return undefined;
  const others = filled.flatMap(({ cell, column }) => (own.has(column) ? [] : [cell]));
  if (row.some((cell, column) => others.includes(cell) && cell.text === titles[column]?.text))
    return 'certain';
  const gap = gapAbove(rows, index);
  if (gap === undefined) return undefined;
  const isSure =
    gap === 'named' || others.some(({ text }) => titleName(text) !== 'nothing' || isPlainTitle(text));
  return isSure ? 'certain' : 'likely';
}

/** Whether a row is the first one below a blank row, or below that and a line with the name of what follows. */
function gapAbove(rows: Table['rows'], index: number): 'blank' | 'named' | undefined {
  const [above, higher] = [index - 1, index - 2].map((at) => rows[at]);
  if (above === undefined) return undefined;
  if (isBlank(above)) return 'blank';
  const filled = above.filter(({ text }) => text.trim() !== '');
  const isName = filled.length === 1 && filled.every(isTitle);
  return isName && higher !== undefined && isBlank(higher) ? 'named' : undefined;
}

/** The words at the beginning of a row; empty if it begins with a number or in one of these columns. */
function firstWords(row: Table['rows'][number], own: ReadonlySet<number>): string {
  const first = row.findIndex(({ text }) => text.trim() !== '');
  const cell = row[first];
  return cell === undefined || own.has(first) || !isTitle(cell) ? '' : cell.text;
}
