import Papa from 'papaparse';
import { type Cell, MAX_CELLS, MAX_ROWS, type TableReading, trouble } from './table.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** How spreadsheets are made to leave a number as it is: `="0123"`, or a tab before it. */
const AS_TEXT = /^\s*="([^"]*)"\s*$|^\t(\+?\d.*)$/u;

/** A text of cells with any usual separator, quoted or not; one of lines is a table of one column. */
export function readDelimited(text: string): TableReading {
  const { data, meta } = Papa.parse<string[]>(text, {
    delimitersToGuess: SEPARATORS,
    header: false,
    skipEmptyLines: false,
    preview: MAX_ROWS + 1,
  });
  const cells = data.reduce((sum, row) => sum + row.length, 0);
  if (data.length > MAX_ROWS || cells > MAX_CELLS) return trouble('too-much');
  const rows = data.map((row) => row.map(cellOf));
  // The line break behind the last row begins no other one.
  const last = rows.at(-1);
  if (last?.length === 1 && last[0]?.text === '') rows.pop();
  const separator = SEPARATORS.includes(meta.delimiter) ? { separator: meta.delimiter } : {};
  return { ok: true, table: { rows, kind: 'delimited', ...separator } };
}

function cellOf(written: string): Cell {
  const [, formula, tabbed] = AS_TEXT.exec(written) ?? [];
  return { text: formula ?? tabbed ?? written };
}
