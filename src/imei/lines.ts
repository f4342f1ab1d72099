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
 * Returns the line of an offset, from 1, with its own offsets, and what the title of its column says: the first of successive lines with as many columns
 * has the titles. Of two columns without titles the left one has the names. The offsets are given in their order.
 */
export function createLines(
  text: string,
): (at: number) => { line: number; lineStart: number; lineEnd: number; titled?: Name } {
  const lines = `${text.replaceAll(WRAP, '\n')}\n`;
  const columnEnd = COLUMN_END.test(text) ? COLUMN_END : DELIMITER.exec(text)?.[1];
  let [line, lineStart, lineEnd, from, column] = [0, 0, -1, 0, 0];
  let titles: readonly string[] = [];
  let [cells, isPair] = [titles, false];
  const readRow = (row: string, ending: string | RegExp): void => {
    if (!RULE.test(row)) cells = row.trimEnd().split(ending);
    [from, column] = [lineStart, 0];
    if (cells.length !== 1 && cells.length === titles.length) return;
    titles = cells;
    isPair = isPairOf(cells);
  };
  return (at) => {
    while (lineEnd < at) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = lines.indexOf('\n', lineStart);
      if (columnEnd !== undefined) readRow(text.slice(lineStart, lineEnd), columnEnd);
    }
    if (columnEnd === undefined || (cells === titles && !isPair)) return { line, lineStart, lineEnd };
    column += text.slice(from, at).split(columnEnd).length - 1;
    from = at;
    const [title = ''] = isPair ? cells : titles.slice(column, column + 1);
    return { line, lineStart, lineEnd, titled: nameOf(title.slice(-LONGEST_TITLE)) };
  };
}
