import { type Claim, claimIn } from '../../../claims/claim.ts';
import { namesPhones } from '../../../claims/phone-titles.ts';
import type { Rows } from '../book.ts';
import type { NumberedRow } from './cell-numbers.ts';

/**
 * Adds to each number of a table the phone that the columns of models name in its row.
 *
 *     IMEI             Brand  Model
 *     356938035643809  Nokia  3110     the number gets the claim `Nokia 3110`
 *
 * @param titleRow the row of the titles, from 0; undefined if there is none
 */
export function withTableClaims(
  numbered: readonly NumberedRow[],
  rows: Rows,
  titleRow: number | undefined,
): readonly NumberedRow[] {
  const titles = titleRow === undefined ? [] : (rows[titleRow] ?? []);
  const columns = [...titles.keys()].filter((index) => namesPhones(titles[index] ?? ''));
  if (columns.length === 0) return numbered;
  // Most rows of a list name one of a few models.
  const known = new Map<string, Claim | undefined>();
  const claimOf = (row: number): Claim | undefined => {
    const cells = columns.map((index) => rows[row]?.[index]?.trim() ?? '');
    const words = cells.filter((cell) => cell !== '').join(' ');
    if (!known.has(words)) known.set(words, claimIn(words));
    return known.get(words);
  };
  return numbered.map(({ row, numbers }) => {
    const claim = claimOf(row);
    return claim === undefined
      ? { row, numbers }
      : { row, numbers: numbers.map((number) => ({ ...number, claim })) };
  });
}
