import { isOtherNumber, titleName } from '../../imei/others/names.ts';
import { type Box, inOrder, isInRow as isInRowOf, phrasesOf, textOf, type Word } from '../text/lines.ts';

/** The words of one cell of a table, from the left. */
export type Cell = readonly Word[];

/** The cells of a row beside its number. */
export interface Row {
  readonly left: readonly Cell[];
  readonly right: readonly Cell[];
}

/** Words of a name; more of them, or a comma, say what an article is. */
export const MOST_OF_NAME = 3;
export const OF_ARTICLE = /[\d,]/;
const LETTERS = /\p{L}{2}/u;

/** The cells of the row of a number. */
export function rowOf(number: Box, words: readonly Word[]): Row {
  const middle = (word: Word): number => word.x + word.width / 2;
  const row = words.filter((word) => isInRow(word, number));
  return {
    left: cellsOf(row.filter((word) => middle(word) < number.x)),
    right: cellsOf(row.filter((word) => middle(word) > number.x + number.width)),
  };
}

/** Divides the words of a row. */
export function cellsOf(row: readonly Word[]): readonly Cell[] {
  return phrasesOf(inOrder(row));
}

/** Whether words stand in the row of others. */
export function isInRow(one: Box, other: Box): boolean {
  return isInRowOf(one, other, Math.max(one.height, other.height));
}

/** Whether nothing but a number is in its row. */
export function isAlone({ left, right }: Row): boolean {
  return left.length + right.length === 0;
}

/** Whether a cell of a row says that its number is something else: `Payment`, but not `Payment team 7`. */
export function isNamed({ left }: Row): boolean {
  return left.some((cell) => {
    const name = textOf(cell);
    return (
      cell.length <= MOST_OF_NAME &&
      !OF_ARTICLE.test(name) &&
      isOtherNumber(name) &&
      !cell.some(({ text }) => titleName(text) === 'phone')
    );
  });
}

/** Whether a row is a name and its number, below a table whose first row is more than that. */
export function isBesideTable({ left, right }: Row, first: Row): boolean {
  const [name] = left;
  if (name === undefined || !LETTERS.test(textOf(name))) return false;
  const [begun] = first.left;
  // Where rows begin with their numbers, words are those of a sum.
  if (begun !== undefined && !LETTERS.test(textOf(begun))) return true;
  return left.length + right.length === 1 && first.left.length + first.right.length > 1;
}
