import type { Findings, FoundImei } from '../imei/find/findings.ts';
import type { KnownTac } from '../imei/number/repairs.ts';
import { type CellNumber, mayHoldImei, numbersOfCell } from './cells/cell-numbers.ts';
import type { Layout } from './cells/columns.ts';
import { createSections } from './cells/sections.ts';
import { createTotals } from './cells/totals.ts';
import type { DividedRow, TableSummary } from './job.ts';
import { type Cell, EMPTY_CELL, type Table } from './table.ts';

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

/** The different IMEIs of a file in row order, the invalid numbers, and the count of repetitions. */
export function findingsOf({ tables }: Pick<TableSummary, 'tables'>): Findings {
  const numbers = tables.flatMap(({ rows }) => rows.flatMap((row) => row.numbers));
  const imeis = numbers.flatMap((one) => (one.kind === 'imei' ? [one.found] : []));
  const found = new Map<string, FoundImei>();
  for (const one of imeis) if (!found.has(one.imei)) found.set(one.imei, one);
  return {
    found: [...found.values()],
    problems: numbers.flatMap((one) => (one.kind === 'problem' ? [one.problem] : [])),
    duplicates: imeis.length - found.size,
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
}

/** The numbers in the IMEI columns of a table. */
export function numbersOf(
  table: Pick<Table, 'rows'>,
  { known, different, ahead, from = 0, skipped = 0, layout }: NumbersWanted,
): TableNumbers {
  const { headerRow } = layout;
  const rows: CellNumber[][] = [];
  const layoutIn = createLayouts(table.rows, layout);
  const numbersIn = (index: number): readonly CellNumber[] => {
    // Also of the rows of parts before, since their numbers are in the total too.
    const own = layoutIn(index);
    return index < from ? [] : numbersOfRow(table.rows[index] ?? [], { index, layout: own, known });
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

/**
 * The layout for each row, without the columns whose number is a total or named as something else there. It is asked about each
 * row, from above to below.
 */
function createLayouts(rows: Table['rows'], layout: Layout): (index: number) => Layout {
  const isTotal = createTotals();
  const othersIn = createSections(rows, layout);
  return (index) => {
    const isOther = othersIn(index);
    const row = rows[index] ?? [];
    const columns = layout.columns.filter(
      ({ column }) => !isOther(column) && !isTotal(column, row[column] ?? EMPTY_CELL),
    );
    return { ...layout, columns };
  };
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
}

function numbersOfRow(row: readonly Cell[], { index, layout, known }: RowContext): CellNumber[] {
  if (index === layout.headerRow) return [];
  const isAbove = layout.headerRow !== undefined && index < layout.headerRow;
  return layout.columns.flatMap(({ column, zerosLost, endsWithoutZeros }) => {
    const cell = row[column];
    // What is short above the titles is the date or the number of a report.
    if (cell === undefined || (isAbove && !mayHoldImei(cell))) return [];
    // Below merged titles the slots are told by their numbers alone.
    if (index < layout.firstRow && !LONG.test(cell.text)) return [];
    return numbersOfCell(cell, { line: index + 1, known, zerosLost, endsWithoutZeros });
  });
}
