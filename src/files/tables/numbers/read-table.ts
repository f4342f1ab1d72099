import { findImeis } from '../../../imei/find.ts';
import type { SureImei, UnsureImei } from '../../../imei/findings.ts';
import type { KnownTac } from '../../../imei/imei.ts';
import { NAMELESS } from '../../../imei/names/number-name.ts';
import type { Rows, Table } from '../book.ts';
import { type NumberedRow, numbersOfCell, plainNumber } from './cell-numbers.ts';
import { textsOnTheLeft } from './cell-texts.ts';
import type { Column } from './column.ts';
import { findColumns } from './columns.ts';
import type { NumberLimit } from './number-limit.ts';
import { isRoundedColumn, withRightCheckDigit } from './rounding.ts';
import { withTableClaims } from './row-claims.ts';
import { rowNames } from './row-names.ts';

/** What the tables of one file are read with. */
export interface TableOptions {
  /** Whether a TAC is in the open TAC table, for repairs. */
  readonly known: KnownTac;
  /** The names of columns that a person has confirmed. */
  readonly confirmedColumns: readonly string[];
  /** Counts the numbers of the whole file. */
  readonly limit: NumberLimit;
}

/** The numbers of one table. */
export interface NumberedTable {
  /** Only the rows with numbers. */
  readonly rows: readonly NumberedRow[];
  /** From 0; undefined if there is none. */
  readonly titleRow: number | undefined;
  readonly columnsToConfirm: readonly ColumnToConfirm[];
}

/** A column to ask about, and its numbers, each once. */
export interface ColumnToConfirm {
  readonly column: Column;
  readonly imeis: readonly (SureImei | UnsureImei)[];
}

/** A column of IMEIs, and its cells as they are read. */
interface ColumnCells {
  readonly column: Column;
  /** The plain text of each row; empty from the top down to the title. */
  readonly texts: readonly string[];
  /** Whether all its numbers end in 0, and no person has confirmed that a network wrote them. */
  readonly isRounded: boolean;
  /** Whether a person has confirmed the column: then the names of its rows do not count. */
  readonly isConfirmed: boolean;
}

/**
 * Reads a table: finds its columns of IMEIs, and then the numbers of each row in these columns.
 *
 *     IMEI             Model  Order
 *     356938035643809  Nokia  490154203237518
 *     352099001761482  Nokia
 *
 *     rows              1: 356938035643809, which should be a Nokia
 *                       2: 352099001761482, whose check digit is wrong
 *     columnsToConfirm  the column `Order`, with 490154203237518
 */
export function readTable(
  table: Table,
  { known, confirmedColumns, limit }: TableOptions,
): NumberedTable {
  const { rows } = table;
  const { chosen, toConfirm, titleRow } = findColumns(table, confirmedColumns);
  const columns = chosen.map((column) => readCells(rows, column, confirmedColumns));
  const numbered = numberedRows(columns, rows, known).filter(({ numbers }) => limit.count(numbers));
  const rounded = columns.filter(({ isRounded }) => isRounded);
  return {
    rows: withTableClaims(numbered, rows, titleRow),
    titleRow,
    columnsToConfirm: [
      ...toConfirm.map((column) => ({ column, imeis: column.imeis() })),
      ...rounded.map(({ column, texts }) => ({ column, imeis: imeisOfRounded(column, texts) })),
    ],
  };
}

/**
 * Reads the cells below the title. If a person has confirmed a rounded column, it gets its check
 * digits.
 */
function readCells(rows: Rows, column: Column, confirmedColumns: readonly string[]): ColumnCells {
  const firstRow = (column.title.row ?? -1) + 1;
  const texts = rows.map((cells, row) =>
    row < firstRow ? '' : plainNumber(cells[column.index] ?? ''),
  );
  const isRounded = isRoundedColumn(texts);
  const isConfirmed = confirmedColumns.includes(column.shownName());
  if (isRounded && isConfirmed) {
    return { column, texts: texts.map(withRightCheckDigit), isRounded: false, isConfirmed };
  }
  return { column, texts, isRounded, isConfirmed };
}

/**
 * The numbers of a rounded column, also read as IMEIs that a network wrote without their check
 * digit.
 */
function imeisOfRounded(column: Column, texts: readonly string[]): ColumnToConfirm['imeis'] {
  const { sure } = findImeis(texts.map(withRightCheckDigit).join('\n'));
  const imeis = [...column.imeis(), ...sure];
  return [...new Map(imeis.map((imei) => [imei.imei, imei])).values()];
}

/** The rows that have numbers in these columns. */
function numberedRows(columns: readonly ColumnCells[], rows: Rows, known: KnownTac): NumberedRow[] {
  const numbered: NumberedRow[] = [];
  const areNamedOnTheLeft = columns.some(({ column }) => column.isNamedOnTheLeft());
  const names = rowNames(rows);
  for (const [row, cells] of rows.entries()) {
    const onTheLeft = areNamedOnTheLeft ? textsOnTheLeft(cells) : [];
    const rowName = names[row] ?? NAMELESS;
    const numbers = columns.flatMap(({ column, texts, isRounded, isConfirmed }) => {
      // The nearest name counts: on the left of the number, then of its row, then of its column.
      const isOfRow = rowName.kind === 'other' && !column.isNamedOnTheLeft() && !isConfirmed;
      const fieldName = isOfRow ? rowName : column.nameOfNumber(onTheLeft[column.index] ?? '');
      return numbersOfCell(texts[row] ?? '', { line: row + 1, fieldName, isRounded, known });
    });
    if (numbers.length > 0) numbered.push({ row, numbers });
  }
  return numbered;
}
