import { findNamedToo } from '../imei/find/find.ts';
import type { Findings, FoundImei } from '../imei/find/findings.ts';
import { tacOf } from '../imei/imei.ts';
import type { KnownTac } from '../imei/number/read.ts';
import { type AsideNumbers, lettersOf } from './cells/aside.ts';
import {
  type CellNumber,
  foundAmong,
  mayHoldImei,
  numbersOfCell,
  withoutGroups,
} from './cells/cell-numbers.ts';
import type { Layout } from './cells/columns.ts';
import type { DividedRow, TableSummary } from './job.ts';
import type { Cell, Table } from './table.ts';

/** The numbers of a table, row by row. */
export interface TableNumbers {
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** One entry for each row of the table. */
  readonly rows: readonly (readonly CellNumber[])[];
  /** The row (from 1) at which reading stopped because of too many numbers; undefined if all were read. */
  readonly tooManyAt: number | undefined;
  /** The last row (from 1) that as many numbers again would reach. */
  readonly nextUntil?: number;
  readonly divided?: DividedRow;
}

/** All numbers of tables, in row order. */
export function allNumbers(tables: TableSummary['tables']): readonly CellNumber[] {
  return tables.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
}

/** The different IMEIs of a file in row order, the invalid numbers, the count of repetitions, and what is asked about. */
export function findingsOf({ tables, aside }: Pick<TableSummary, 'tables' | 'aside'>): Findings {
  const numbers = allNumbers(tables);
  const imeis = foundAmong(numbers);
  const found = new Map<string, FoundImei>();
  for (const one of imeis) if (!found.has(one.imei)) found.set(one.imei, one);
  return {
    found: [...found.values()],
    problems: numbers.flatMap((one) => (one.kind === 'problem' ? [one.problem] : [])),
    duplicates: imeis.length - found.size,
    aside,
  };
}

/** Counts what is found in the tables of one file. */
export interface Different {
  /** Takes the numbers of a row, up to the first one with which there are more than allowed; returns how many it took. */
  take(numbers: readonly CellNumber[]): number;
  /** Whether nothing was taken so far. */
  isNew(): boolean;
}

/** Takes at most so many different IMEIs, and ten times as many invalid and repeated numbers. */
export function differentIn(most: number): Different {
  const different = new Set<string>();
  let count = 0;
  return {
    take: (numbers) => {
      for (const [index, one] of numbers.entries()) {
        if (one.kind === 'imei') different.add(one.found.imei);
        count += 1;
        if (different.size > most || count > most * 10) return index;
      }
      return numbers.length;
    },
    isNew: () => count === 0,
  };
}

/** What {@link numbersOf} looks for. */
export interface NumbersWanted {
  /** Whether a TAC is in the open TAC table. */
  readonly known: KnownTac;
  readonly different: Different;
  /** Counts what comes behind, where there are too many; that is not looked at without it. */
  readonly ahead?: Different;
  /** Index of the first row that counts; by default all do. */
  readonly from?: number;
  /** How many of the numbers of that row do not count. */
  readonly skipped?: number;
  /** Where the table has its IMEIs. */
  readonly layout: Layout;
  /** Takes what may be an IMEI and has another name. */
  readonly leave?: AsideNumbers['leave'];
}

/** The numbers in the IMEI columns of a table. */
export function numbersOf(
  table: Pick<Table, 'rows'>,
  { known, different, ahead, from = 0, skipped = 0, layout, leave = () => undefined }: NumbersWanted,
): TableNumbers {
  const { headerRow } = layout;
  const rows: CellNumber[][] = [];
  const aside = layout.aside.map(({ column, title }) => ({ column, name: title ?? lettersOf(column) }));
  const numbersIn = (index: number): readonly CellNumber[] => {
    if (index < from) return [];
    const row = table.rows[index] ?? [];
    for (const { column, name } of aside) leaveNumbers(row[column], name, leave);
    return numbersOfRow(row, { index, layout, known, leave });
  };
  for (const index of table.rows.keys()) {
    const all = numbersIn(index);
    const before = index === from ? skipped : 0;
    const numbers = all.slice(before);
    const isFirst = different.isNew();
    const taken = different.take(numbers);
    if (taken < numbers.length && isFirst) {
      rows.push(numbers.slice(0, taken));
      return { headerRow, rows, tooManyAt: index + 1, divided: { until: before + taken, of: all.length } };
    }
    if (taken < numbers.length) {
      const end = { headerRow, rows, tooManyAt: index + 1 };
      if (ahead === undefined) return end;
      const rest = { first: all, index, end: table.rows.length, numbersIn };
      return { ...end, nextUntil: reachOf(ahead, rest) };
    }
    rows.push(numbers);
  }
  return { headerRow, rows, tooManyAt: undefined };
}

/** Leaves the complete IMEIs of a cell. */
function leaveNumbers(cell: Cell | undefined, name: string, leave: AsideNumbers['leave']): void {
  if (cell === undefined || !mayHoldImei(cell)) return;
  for (const { imei, from } of findNamedToo(withoutGroups(cell.text.trim())).found)
    if (from === 'imei') leave(name, imei);
}

/** The rows from the first one that was too much. */
interface Rest {
  /** The numbers of that row. */
  readonly first: readonly CellNumber[];
  readonly index: number;
  /** How many rows the table has. */
  readonly end: number;
  readonly numbersIn: (index: number) => readonly CellNumber[];
}

/** How many rows there are up to the last one that still counts, or of which a part does. */
function reachOf(ahead: Different, { first, index, end, numbersIn }: Rest): number {
  for (let at = index; at < end; at += 1) {
    const numbers = at === index ? first : numbersIn(at);
    if (ahead.take(numbers) < numbers.length) return Math.max(at, index + 1);
  }
  return end;
}

/** Shorter ones above the first IMEI are no part of one. */
const LONG = /\p{Nd}{5}/u;

interface RowContext {
  readonly index: number;
  readonly layout: Layout;
  readonly known: KnownTac;
  readonly leave: AsideNumbers['leave'];
}

function numbersOfRow(row: readonly Cell[], { index, layout, known, leave }: RowContext): CellNumber[] {
  if (index === layout.headerRow) return [];
  const isAbove = layout.headerRow !== undefined && index < layout.headerRow;
  const { isNamed } = layout;
  return layout.columns.flatMap(({ column, zerosLost, endsWithoutZeros, title, types }) => {
    const cell = row[column];
    // What is short above the titles is the date or the number of a report.
    if (cell === undefined || (isAbove && !mayHoldImei(cell))) return [];
    // Below merged titles the slots are told by their numbers alone.
    if (index < layout.firstRow && !LONG.test(cell.text)) return [];
    const numbers = numbersOfCell(cell, {
      line: index + 1,
      known,
      zerosLost,
      endsWithoutZeros,
      isNamed,
      leave,
    });
    const isProved = (one: CellNumber): boolean => types === undefined || isOfTypes(one, types, known);
    for (const one of numbers)
      if (one.kind === 'imei' && !isProved(one)) leave(title ?? lettersOf(column), one.found.imei);
    return numbers.filter(isProved);
  });
}

/** Whether a number has a check digit to prove it, or is of one of these types or a known one. */
function isOfTypes(one: CellNumber, types: ReadonlySet<string>, known: KnownTac): boolean {
  if (one.kind === 'problem' || one.zeroRestored || one.found.from === 'imei') return true;
  const tac = tacOf(one.found.imei);
  return types.has(tac) || known(tac);
}
