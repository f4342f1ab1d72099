import Papa from 'papaparse';
import { type Cell, MAX_CELLS, MAX_ROWS, type TableReading, trouble } from './table.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** How spreadsheets are made to leave a number as it is: `="0123"`, or a tab before it. */
const AS_TEXT = /^\s*="([^"]*)"\s*$|^\t(\+?\d.*)$/u;

/** So many rows are looked at for their separator. */
const ROWS_LOOKED_AT = 50;

/** A text of cells with any usual separator, quoted or not; one of lines is a table of one column. */
export function readDelimited(text: string): TableReading {
  const separator = separatorOf(text);
  const { data } = Papa.parse<string[]>(text, {
    delimiter: separator ?? ',',
    skipEmptyLines: false,
    preview: MAX_ROWS + 1,
  });
  const cells = data.reduce((sum, row) => sum + row.length, 0);
  if (data.length > MAX_ROWS || cells > MAX_CELLS) return trouble('too-much');
  const rows = data.map((row) => row.map(cellOf));
  // The line break behind the last row begins no other one.
  const last = rows.at(-1);
  if (last?.length === 1 && last[0]?.text === '') rows.pop();
  return { ok: true, table: { rows, kind: 'delimited', ...(separator !== undefined && { separator }) } };
}

/**
 * What separates cells: of those with which the quotes come out even, the one that the library guesses, or, where rows
 * are too uneven for that, the one that most rows have.
 */
function separatorOf(text: string): string | undefined {
  const look = { preview: ROWS_LOOKED_AT, skipEmptyLines: 'greedy' } as const;
  const tried = SEPARATORS.map((separator) => ({
    separator,
    ...Papa.parse<string[]>(text, { ...look, delimiter: separator }),
  }));
  const even = tried.filter(({ errors }) => errors.every(({ type }) => type !== 'Quotes'));
  const candidates = even.length > 0 ? even : tried;
  const guess = Papa.parse<string[]>(text, {
    ...look,
    delimitersToGuess: candidates.map(({ separator }) => separator),
  });
  if (guess.errors.every(({ code }) => code !== 'UndetectableDelimiter')) return guess.meta.delimiter;
  const counted = candidates.map(({ separator, data }) => ({
    separator,
    rows: data.filter(({ length }) => length > 1).length,
  }));
  const [best] = counted.toSorted((one, other) => other.rows - one.rows);
  return best !== undefined && best.rows > 0 ? best.separator : undefined;
}

function cellOf(written: string): Cell {
  const [, formula, tabbed] = AS_TEXT.exec(written) ?? [];
  return { text: formula ?? tabbed ?? written };
}
