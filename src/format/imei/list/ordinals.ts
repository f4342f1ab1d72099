import { byLine, type NumberOrigin, type Repeat } from '../../../imei/findings.ts';
import { type ImeiList, inOrder } from '../../../lists/list.ts';

/** The sender’s count of the numbers of a list: 1, 2, 3, or by their lines. */
export type Ordinals = ReadonlyMap<NumberOrigin | Repeat, number>;

/**
 * Counts the numbers of a list by the lines of the message, so that "7." is line 7. If any line has
 * several numbers, counts the numbers instead. In a table, the ordinal is always that of the row.
 */
export function ordinalsOf(list: ImeiList): Ordinals {
  const origins = [...inOrder(list), ...list.repeats].toSorted(byLine);
  const isOneEach = new Set(origins.map(({ line }) => line)).size === origins.length;
  const isByLine = list.isTable || isOneEach;
  return new Map(origins.map((origin, index) => [origin, isByLine ? origin.line : index + 1]));
}

/** A line of a list with its ordinal: `7. 490154203237518 · NOKIA 3310`. */
export function numberedLine(
  ordinals: Ordinals,
  origin: NumberOrigin | Repeat,
  text: string,
): string {
  return `${ordinals.get(origin) ?? origin.line}. ${text}`;
}
