import type { Findings, FoundImei } from '../imei/find/findings.ts';
import type { KnownTac } from '../imei/number/repairs.ts';
import { type CellNumber, mayHoldImei, numbersOfCell } from './cells/cell-numbers.ts';
import { imeiColumns } from './cells/columns.ts';
import type { TableSummary } from './job.ts';
import type { Table } from './table.ts';

/** The numbers of a table, row by row. */
export interface TableNumbers {
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** One entry for each row of the table. */
  readonly rows: readonly (readonly CellNumber[])[];
  /** The row (from 1) at which reading stopped because of too many numbers; undefined if all were read. */
  readonly tooManyAt: number | undefined;
}

/** The different IMEIs of a table in row order, the invalid numbers, and the count of repetitions. */
export function findingsOf({ rows }: Pick<TableSummary, 'rows'>): Findings {
  const numbers = rows.flatMap((row) => row.numbers);
  const imeis = numbers.flatMap((one) => (one.kind === 'imei' ? [one.found] : []));
  const found = new Map<string, FoundImei>();
  for (const one of imeis) if (!found.has(one.imei)) found.set(one.imei, one);
  return {
    found: [...found.values()],
    problems: numbers.flatMap((one) => (one.kind === 'problem' ? [one.problem] : [])),
    duplicates: imeis.length - found.size,
  };
}

/** What {@link numbersOf} looks for. */
export interface NumbersWanted {
  /** Whether a TAC is in the open TAC table. */
  readonly known: KnownTac;
  /** Most different IMEIs; reading stops at ten times as many invalid and repeated numbers. */
  readonly most: number;
}

/** The numbers in the IMEI columns of a table; undefined if it has no such column. */
export function numbersOf(table: Table, { known, most }: NumbersWanted): TableNumbers | undefined {
  const layout = imeiColumns(table, known);
  if (layout === undefined) return undefined;
  const { columns, headerRow } = layout;
  const different = new Set<string>();
  const rows: CellNumber[][] = [];
  let count = 0;
  for (const [index, row] of table.rows.entries()) {
    const numbers =
      index === headerRow
        ? []
        : columns.flatMap(({ column, zerosLost }) => {
            const cell = row[column];
            // What is short above the titles is the date or the number of a report.
            const isAbove = headerRow !== undefined && index < headerRow;
            return cell === undefined || (isAbove && !mayHoldImei(cell))
              ? []
              : numbersOfCell(cell, { line: index + 1, known, zerosLost });
          });
    for (const one of numbers) if (one.kind === 'imei') different.add(one.found.imei);
    count += numbers.length;
    if (different.size > most || count > most * 10) return { headerRow, rows, tooManyAt: index + 1 };
    rows.push(numbers);
  }
  return { headerRow, rows, tooManyAt: undefined };
}
