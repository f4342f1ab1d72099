import { WRAP } from './fold.ts';
import { NAMELESS, type Name, nameOf } from './names.ts';

const COLUMN_END = /[|│]| (?<=[^ |│] ) +(?![ |│])/;
/** Between the titles and the rows, such as `---+---`. */
const RULE = /^[-+|=: \u2500-\u257f]*$/;
/** Of a CSV: in its first line and the second one. */
const DELIMITER = /^[^;,\n]*([;,]).*\n.*\1/;

/**
 * Returns the line of an offset, from 1, with its own offsets, and what its table says: the title of its column, or else the
 * first cell of its row. The first of successive rows as wide has the titles, if it has no numbers. The offsets come in order.
 */
export function createLines(text: string) {
  const lines = `${text.replaceAll(WRAP, '\n')}\n`;
  const columnEnd = COLUMN_END.test(text) ? COLUMN_END : DELIMITER.exec(text)?.[1];
  let [line, lineStart, lineEnd, from, column] = [0, 0, -1, 0, 0];
  let titles: readonly string[] = [];
  let [cells, isUntitled] = [titles, false];
  const names = new Map<string, Name>();
  const named = (cell: string): Name => {
    const name = names.get(cell) ?? nameOf(cell);
    names.set(cell, name);
    return name;
  };
  const readRow = (row: string, ending: string | RegExp): void => {
    if (!RULE.test(row)) cells = row.trimEnd().split(ending);
    [from, column] = [lineStart, 0];
    if (cells.length !== 1 && cells.length === titles.length) return;
    titles = cells;
    isUntitled = cells.slice(1).some((value) => /\d{14}/.test(value));
  };
  return (at: number) => {
    while (lineEnd < at) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = lines.indexOf('\n', lineStart);
      if (columnEnd !== undefined) readRow(text.slice(lineStart, lineEnd), columnEnd);
    }
    if (columnEnd === undefined || (cells === titles && !isUntitled))
      return { line, lineStart, lineEnd };
    column += text.slice(from, at).split(columnEnd).length - 1;
    from = at;
    const title = named((isUntitled ? '' : titles[column]) ?? '');
    const first = cells.slice(0, Math.min(column, 2)).find((cell) => cell.trim() !== '');
    return { line, lineStart, lineEnd, titled: title === NAMELESS ? named(first ?? '') : title };
  };
}
