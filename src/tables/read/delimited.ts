import { type Cell, MAX_CELLS, MAX_ROWS, type TableReading, trouble } from '../table.ts';
import { separatorOf } from './separator.ts';
import { splitText } from './split.ts';

/** How spreadsheets are made to leave a number as it is: `="0123"`, or a tab before it. */
const AS_TEXT = /^\s*="([^"]*)"\s*$|^\t(\+?\d.*)$/u;

/** A text of cells with any usual separator, quoted or not; one of lines is a table of one column. */
export function readDelimited(text: string): TableReading {
  const separator = separatorOf(text);
  const split = splitText(text, separator ?? ',', { rows: MAX_ROWS + 1, cells: MAX_CELLS });
  const cells = split.rows.reduce((sum, row) => sum + row.length, 0);
  if (split.rows.length > MAX_ROWS || cells > MAX_CELLS) return trouble('too-much');
  const rows = split.rows.map((row) => row.map(cellOf));
  // The line break behind the last row begins no other one.
  const last = rows.at(-1);
  if (last?.length === 1 && last[0]?.text === '') rows.pop();
  return { ok: true, table: { rows, kind: 'delimited', ...(separator !== undefined && { separator }) } };
}

function cellOf(written: string): Cell {
  const [, formula, tabbed] = AS_TEXT.exec(written) ?? [];
  return { text: formula ?? tabbed ?? written };
}
