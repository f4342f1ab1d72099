import type { Findings, FoundImei } from '../imei/find/findings.ts';
import type { KnownTac } from '../imei/number/repairs.ts';
import { type CellNumber, numbersOfCell } from './cells/cell-numbers.ts';
import { imeiColumns } from './cells/columns.ts';
import type { TableSummary } from './job.ts';
import type { Table } from './table.ts';

/** The numbers of a table, row by row. */
export interface TableNumbers {
  /** The first row that is not empty has the titles of the columns. */
  readonly headerRow: number | undefined;
  /** As many as the table has rows. */
  readonly rows: readonly (readonly CellNumber[])[];
  /** There are too many numbers: the row (from 1) in which that was seen, where reading stopped. */
  readonly tooManyAt: number | undefined;
}

/** The different IMEIs of a table in the order of its rows, the wrong numbers, and how many were there again. */
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

export interface NumbersWanted {
  readonly known: KnownTac;
  /** Most different IMEIs; of wrong and repeated numbers ten times as many are read. */
  readonly most: number;
}

/** The IMEIs of a table, in the columns that hold them; nothing when no column does. */
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
            return cell === undefined ? [] : numbersOfCell(cell, { line: index + 1, known, zerosLost });
          });
    for (const one of numbers) if (one.kind === 'imei') different.add(one.found.imei);
    count += numbers.length;
    if (different.size > most || count > most * 10) return { headerRow, rows, tooManyAt: index + 1 };
    rows.push(numbers);
  }
  return { headerRow, rows, tooManyAt: undefined };
}
