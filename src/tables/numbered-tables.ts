import type { Aside } from '../imei/find/findings.ts';
import type { KnownTac } from '../imei/number/read.ts';
import { createAside } from './cells/aside.ts';
import { foundAmong } from './cells/cell-numbers.ts';
import { calledImei, columnsOf, imeiColumns } from './cells/columns.ts';
import type { Coverage, DividedRow, NumberedTable, RowPlace } from './job.ts';
import { allNumbers, differentIn, numbersOf } from './numbers.ts';
import type { Book } from './table.ts';

/** The numbers of all tables of a file. */
interface NumberedTables {
  /** Only tables with IMEIs. */
  readonly tables: readonly NumberedTable[];
  /** The row (from 1) at which reading stopped because of too many numbers; undefined if all were read. */
  readonly tooManyAt: number | undefined;
  /** They may as well be something else, in all of the tables: where some are sure, the others are left out. */
  readonly isDoubtful: boolean;
  /** What may be an IMEI as well, but has another name beside those that are called so. */
  readonly aside: readonly Aside[];
  readonly nextUntil?: number;
  readonly divided?: DividedRow;
}

interface NumbersSought {
  readonly known: KnownTac;
  readonly most: number;
  /** Where to start; at the beginning if undefined. */
  readonly from?: RowPlace | undefined;
}

/** Finds the numbers of all tables of a file, until there are more than `most` different IMEIs. */
export function numberedTables(
  { tables }: Book,
  { known, most, from = { table: 0, row: 0 } }: NumbersSought,
): NumberedTables {
  const numbered: NumberedTable[] = [];
  const different = differentIn(most);
  const aside = createAside();
  const counted = tables.map(({ rows }) => ({ rows, columns: columnsOf({ rows }, known) }));
  const called = calledImei(counted.map(({ columns }) => columns));
  const read = counted.map(({ rows, columns }) => ({ rows, layout: imeiColumns(columns, called) }));
  const isDoubtful = read.every(({ layout }) => layout === undefined || layout.isDoubtful);
  const asideOf = (): readonly Aside[] =>
    aside.without(new Set(foundAmong(allNumbers(numbered)).map(({ imei }) => imei)));
  for (const [table, { rows, layout }] of read.entries()) {
    if (table < from.table || layout === undefined || layout.isDoubtful !== isDoubtful) continue;
    const first = table === from.table ? { from: from.row, skipped: from.skipped ?? 0 } : {};
    const { leave } = aside;
    const numbers = numbersOf(
      { rows },
      { known, different, ahead: differentIn(most), layout, leave, ...first },
    );
    if (layout.columns.length > 0)
      numbered.push({
        table,
        headerRow: numbers.headerRow,
        rows: numbers.rows.flatMap((found, row) => (found.length > 0 ? [{ row, numbers: found }] : [])),
      });
    const { tooManyAt, nextUntil, divided } = numbers;
    if (tooManyAt !== undefined)
      return {
        tables: numbered,
        tooManyAt,
        isDoubtful,
        aside: asideOf(),
        ...(nextUntil !== undefined && { nextUntil }),
        ...(divided && { divided }),
      };
  }
  return { tables: numbered, tooManyAt: undefined, isDoubtful, aside: asideOf() };
}

/** What of a file is read and what is not. */
export function coverageOf({ tables, hiddenSheets }: Book, numbered: readonly NumberedTable[]): Coverage {
  const read = new Set(numbered.map(({ table }) => table));
  const namesOf = (isRead: boolean): string[] =>
    tables.flatMap(({ name }, index) => (name !== undefined && read.has(index) === isRead ? [name] : []));
  const told = tables.filter((_, index) => read.size === 0 || read.has(index));
  return {
    read: namesOf(true),
    hidden: hiddenSheets,
    withoutImeis: namesOf(false),
    hiddenRows: told.reduce((sum, { hiddenRows }) => sum + hiddenRows.size, 0),
    hiddenColumns: told.reduce((sum, { hiddenColumns }) => sum + hiddenColumns, 0),
  };
}
