import { WRAP } from './fold.ts';
import { type Name, nameOf } from './names.ts';

const COLUMN_END = /[|│]| (?<=[^ |│] ) +(?![ |│])/;
/** Between the titles and the rows, such as `---+---`. */
const RULE = /^[-+|=: \u2500-\u257f]*$/;
/** Of a CSV: in its first line and the second one. */
const DELIMITER = /^[^;,\n]*([;,]).*\n.*\1/;
const LONGEST_TITLE = 80;
const isPairOf = ([, value = '', ...more]: readonly string[]) => more.length === 0 && /\d{14}/.test(value);

/**
 * Returns the line of an offset, from 1, and what the title of its column says: the first of successive lines with as
 * many columns has the titles. Of two columns without titles the left one has the names. The offsets are given in their order.
 */
export function createLines(text: string): (at: number) => { line: number; titled?: Name } {
  const ends = new RegExp(`[\\n${WRAP}]`, 'g');
  const columnEnd = COLUMN_END.test(text) ? COLUMN_END : (DELIMITER.exec(text)?.[1] ?? '\n');
  let [line, from, end, column] = [0, 0, -1, 0];
  let titles: readonly string[] = [];
  let [cells, isPair] = [titles, false];
  return (at) => {
    while (end < at) {
      [line, from, column] = [line + 1, end + 1, 0];
      end = ends.exec(text)?.index ?? text.length;
      const row = text.slice(from, end);
      if (!RULE.test(row)) cells = row.trimEnd().split(columnEnd);
      if (cells.length !== 1 && cells.length === titles.length) continue;
      titles = cells;
      isPair = isPairOf(cells);
    }
    if (cells === titles && !isPair) return { line };
    column += text.slice(from, at).split(columnEnd).length - 1;
    from = at;
    const [title = ''] = isPair ? cells : titles.slice(column, column + 1);
    return { line, titled: nameOf(title.slice(-LONGEST_TITLE)) };
  };
}
