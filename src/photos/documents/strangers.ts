import { areOfOnePhone } from '../../imei/imei.ts';
import { textOf } from '../text/lines.ts';
import { MOST_OF_NAME, OF_ARTICLE, type Row } from './rows.ts';

/** A number below a title, with its row. */
export interface RowBelow {
  readonly digits: string;
  readonly row: Row;
  /** Its upper edge. */
  readonly y: number;
  /** Its row may be none of the table. */
  readonly isDoubtful: boolean;
}

/** So many rows with a name each are a list of persons or models. */
const A_LIST = 3;
/** Rows of a table are hardly further apart than the nearest ones, in shares of that. */
const MOST_APART = 1.4;
const WORD = /\p{L}{3,}/gu;

/**
 * The rows of a table with those in doubt that hold a name and a number and nothing else, as `Payment 35…` does in any language, where
 * neither the number nor a word has to do with another row.
 */
export function withDoubt<One extends RowBelow>(rows: readonly One[]): readonly One[] {
  const known = rows.filter(({ isDoubtful }) => !isDoubtful);
  return rows.map((one) =>
    known.includes(one) && isStranger(one, known) ? { ...one, isDoubtful: true } : one,
  );
}

/** The rows that have as many cells as most of them, of the first two those of the fuller one: others may be those of a sum. */
export function likeMost<One extends RowBelow>(rows: readonly One[]): readonly One[] {
  const cells = ({ row: { left, right } }: One): number => left.length + right.length;
  const counts = rows.map(cells).toSorted((one, other) => one - other);
  const usual = counts[counts.length >> 1] ?? 0;
  return rows.filter((one) => cells(one) >= usual);
}

function isStranger(one: RowBelow, known: readonly RowBelow[]): boolean {
  const name = nameOf(one.row);
  const [first] = known;
  if (name === undefined || one === first) return false;
  const others = known.filter((other) => other !== one);
  if (others.some((other) => areOfOnePhone(one.digits, other.digits) || hasWordOf(name, other.row)))
    return false;
  const names = known.filter(({ row }) => nameOf(row) !== undefined);
  return names.length < A_LIST || isApart(one, known);
}

/** The name in a row that has nothing beside its number but that. */
function nameOf({ left, right }: Row): string | undefined {
  const [cell] = left;
  if (cell === undefined || left.length > 1 || right.length > 0 || cell.length > MOST_OF_NAME)
    return undefined;
  const name = textOf(cell);
  return OF_ARTICLE.test(name) ? undefined : name;
}

/** Whether a row has a word of a name. */
function hasWordOf(name: string, { left }: Row): boolean {
  const words = wordsOf(name);
  return left.some((cell) => wordsOf(textOf(cell)).some((word) => words.includes(word)));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Whether a row is further from the one before than rows of the table are. */
function isApart({ y }: RowBelow, known: readonly RowBelow[]): boolean {
  const gaps = known.slice(1).map((one, index) => ({ y: one.y, gap: one.y - (known[index]?.y ?? 0) }));
  const own = gaps.find((one) => one.y === y)?.gap ?? 0;
  return own > MOST_APART * Math.min(...gaps.map(({ gap }) => gap));
}
