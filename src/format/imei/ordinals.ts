import { byLine, type Origin, type Repeat } from '../../imei/findings.ts';
import { type ImeiList, inOrder } from '../../lists/list.ts';

/** The number of each entry of a list, as its sender counts them. */
export type Ordinals = ReadonlyMap<Origin | Repeat, number>;

/**
 * Numbers the entries of a list: by the lines of the message, so that "7." is its line 7, or one
 * after the other if a line has several. Those of a table always have the numbers of their rows.
 */
export function ordinalsOf(list: ImeiList): Ordinals {
  const origins = [...inOrder(list), ...list.repeats].toSorted(byLine);
  const isOneEach = new Set(origins.map(({ line }) => line)).size === origins.length;
  const isByLine = list.isTable || isOneEach;
  return new Map(origins.map((entry, index) => [entry, isByLine ? entry.line : index + 1]));
}

/** A line of a list behind its number: `7. 490154203237518 · NOKIA 3310`. */
export function numberedLine(ordinals: Ordinals, entry: Origin | Repeat, text: string): string {
  return `${ordinals.get(entry) ?? entry.line}. ${text}`;
}
