import { Heading } from '../../../imei/names/heading.ts';
import { readLabel } from '../../../imei/names/label.ts';
import { type LabelName, NAMELESS } from '../../../imei/names/number-name.ts';
import type { Rows } from '../book.ts';
import { hasNumber, MAX_TITLE_CHARACTERS } from './cell-texts.ts';

/** `Order 4711` and `Customer 2` are not names of rows, but what a column has in them. */
const DIGIT = /\p{N}/u;
/** Without a colon, `Returned orders` above phones says nothing about their numbers. */
const COLON_AT_END = /[:：]\s*$/u;

/**
 * Returns the name that the cells on the left give the numbers of each row. Only names of other
 * numbers count; the title of a column says which numbers are IMEIs.
 *
 *     IMEI        | Price
 *     352099…     | 1
 *     Order no.   | 357770…    names its row
 *     Order numbers:           names the rows below it, up to the next one without a number
 *     357770…     |
 */
export function rowNames(rows: Rows): readonly LabelName[] {
  const read = new Map<string, LabelName>();
  const nameOf = (cell: string): LabelName => {
    const name = read.get(cell) ?? otherNameIn(cell);
    read.set(cell, name);
    return name;
  };
  // What is above all numbers is a title.
  let isBelowNumber = false;
  let heading: LabelName = NAMELESS;
  return rows.map((cells) => {
    const filled = cells.filter((cell = '') => cell.trim() !== '');
    const [first] = filled;
    if (first === undefined) return NAMELESS;
    if (filled.some(hasNumber)) {
      isBelowNumber = true;
      const own = nameOf(first);
      return own.kind === 'nothing' ? heading : own;
    }
    const isHeading = isBelowNumber && filled.length === 1 && COLON_AT_END.test(first);
    heading = isHeading ? nameOf(first) : NAMELESS;
    return NAMELESS;
  });
}

function otherNameIn(cell: string): LabelName {
  if (cell.length > MAX_TITLE_CHARACTERS || DIGIT.test(cell)) return NAMELESS;
  const name = new Heading(cell, readLabel).name();
  return name.kind === 'other' ? name : NAMELESS;
}
