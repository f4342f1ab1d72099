import { WRAP } from './fold.ts';
import { type Name, nameOf } from './names.ts';

const COLUMN_END = /\||(?<=[^ |]) {2,}(?![ |])/;
/** Between the titles and the rows, such as `---+---`. */
const RULE = /^[-+|=: ]*$/;
const LONGEST_TITLE = 80;

/**
 * Returns the line of an offset, from 1, and what the title of its column says: the first of successive lines with as
 * many columns has the titles. The offsets are given in their order.
 */
export function createLines(text: string): (at: number) => { line: number; titled?: Name } {
  const ends = new RegExp(`[\\n${WRAP}]`, 'g');
  const hasColumns = COLUMN_END.test(text);
  let [line, from, end, column] = [0, 0, -1, 0];
  let titles: readonly string[] = [];
  let cells = titles;
  return (at) => {
    while (end < at) {
      [line, from, column] = [line + 1, end + 1, 0];
      end = ends.exec(text)?.index ?? text.length;
      const row = text.slice(from, end);
      if (hasColumns && !RULE.test(row)) cells = row.split(COLUMN_END);
      if (cells.length === 1 || cells.length !== titles.length) titles = cells;
    }
    if (cells === titles) return { line };
    column += text.slice(from, at).split(COLUMN_END).length - 1;
    from = at;
    return { line, titled: nameOf(titles[column]?.slice(-LONGEST_TITLE) ?? '') };
  };
}
