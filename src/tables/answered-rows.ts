import { atOnce } from '../core/async/event-loop.ts';
import { maskCardSteps } from '../imei/mask/cards.ts';
import type { AddedColumns } from './job.ts';
import type { Table } from './table.ts';

/**
 * Returns the table in its original order with the answer's columns appended; card numbers in other cells are masked. A
 * table without titles gets a title row; if the table itself is missing, only the rows with numbers are returned. Hidden rows are
 * left out.
 */
export function answeredRows(
  table: Table | undefined,
  { headerRow, titles, places, rows, part }: AddedColumns,
): string[][] {
  if (table === undefined) {
    return [
      [...titles],
      ...[...rows.values()].flatMap((numbers) => linesOf([], numbers, { titles, places })),
    ];
  }
  const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const answered = table.rows.flatMap((row, index) => {
    if (table.hiddenRows.has(index)) return [];
    const isLeftOut = part !== undefined && (index < part.from || index >= part.to);
    if (isLeftOut && index !== headerRow) return [];
    const numbers = rows.get(index) ?? [];
    const shown = row.map(({ text }) => (numbers.length > 0 ? atOnce(maskCardSteps(text)) : text));
    const own = padded(shown, width);
    return index === headerRow ? [[...own, ...titles]] : linesOf(own, numbers, { titles, places });
  });
  return headerRow === undefined ? [[...padded([], width), ...titles], ...answered] : answered;
}

/** The output lines of one row: one, or more if it has more numbers than fit side by side. */
function linesOf(
  own: readonly string[],
  numbers: readonly (readonly string[])[],
  { titles, places }: Pick<AddedColumns, 'titles' | 'places'>,
): string[][] {
  const [first = [], ...further] = chunks(numbers, places);
  return [
    [...own, ...padded(first.flat(), titles.length)],
    ...further.map((more) => [...padded([], own.length), ...padded(more.flat(), titles.length)]),
  ];
}

function padded(cells: readonly string[], length: number): string[] {
  return [...cells, ...Array.from({ length: Math.max(0, length - cells.length) }, () => '')];
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
