import { type SplitText, splitText } from './split.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** Rows examined for the separator, and rows compared for equal length. */
const ROWS_LOOKED_AT = 50;
const ROWS_COMPARED = 10;
const CELLS_LOOKED_AT = 10_000;
/** A table of several columns averages nearly two cells per row even if some rows have one. */
const FEWEST_CELLS = 1.99;

interface Tried {
  readonly separator: string;
  readonly rows: SplitText['rows'];
  readonly isWellQuoted: boolean;
}

/**
 * The separator of a text: among those that leave quotes balanced, the one whose rows differ least in length; if none splits
 * most rows, the one that splits the most rows; undefined if none splits any.
 */
export function separatorOf(text: string): string | undefined {
  const tried = SEPARATORS.map((separator) => tryOut(text, separator));
  const even = tried.filter(({ isWellQuoted }) => isWellQuoted);
  const candidates = even.length > 0 ? even : tried;
  return mostEven(candidates) ?? mostFrequent(candidates);
}

function tryOut(text: string, separator: string): Tried {
  const { rows, isWellQuoted } = splitText(text, separator, { rows: ROWS_LOOKED_AT, cells: CELLS_LOOKED_AT });
  return { separator, isWellQuoted, rows: rows.filter((row) => row.some((cell) => cell.trim() !== '')) };
}

/** Among separators with equally uneven rows, the one with more cells. */
function mostEven(candidates: readonly Tried[]): string | undefined {
  const [best] = candidates
    .map(({ separator, rows }) => ({ separator, ...evenness(rows.slice(0, ROWS_COMPARED)) }))
    .filter(({ cells }) => cells > FEWEST_CELLS)
    .toSorted((one, other) => one.steps - other.steps || other.cells - one.cells);
  return best?.separator;
}

/** Average cells per row, and how much rows differ from the previous ones. */
function evenness(rows: Tried['rows']): { readonly cells: number; readonly steps: number } {
  const lengths = rows.map(({ length }) => length);
  return {
    cells: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    steps: lengths.slice(1).reduce((sum, length, index) => sum + Math.abs(length - (lengths[index] ?? 0)), 0),
  };
}

function mostFrequent(candidates: readonly Tried[]): string | undefined {
  const [best] = candidates
    .map(({ separator, rows }) => ({ separator, several: rows.filter(({ length }) => length > 1).length }))
    .toSorted((one, other) => other.several - one.several);
  return best !== undefined && best.several > 0 ? best.separator : undefined;
}
