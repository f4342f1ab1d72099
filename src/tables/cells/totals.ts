import { mayBeBareImei } from '../../imei/digits.ts';
import type { Cell } from '../table.ts';
import { withoutGroups } from './cell-numbers.ts';

const DIGITS_KEPT = 15;
/** A number that is as large as the one above it repeats it. */
const FEWEST_SUMMED = 2;

/**
 * Tells the totals that a spreadsheet writes below a column of numbers, which may look like IMEISVs. It is asked about each cell of
 * the IMEI columns, from above to below.
 */
export function createTotals(): (column: number, cell: Cell) => boolean {
  const sums = new Map<number, { sum: number; count: number }>();
  return (column, { text }) => {
    const digits = withoutGroups(text.trim());
    if (!mayBeBareImei(digits)) return false;
    const above = sums.get(column) ?? { sum: 0, count: 0 };
    const value = Number(digits);
    if (above.count >= FEWEST_SUMMED && asWritten(value) === asWritten(above.sum)) return true;
    sums.set(column, { sum: above.sum + value, count: above.count + 1 });
    return false;
  };
}

/** With the digits that a spreadsheet keeps. */
function asWritten(value: number): string {
  return value.toPrecision(DIGITS_KEPT);
}
