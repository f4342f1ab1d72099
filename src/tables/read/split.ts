/** The cells between separators, row by row. */
export interface SplitText {
  /** Cells without their quotes. */
  readonly rows: readonly (readonly string[])[];
  /** Every quote that opens a cell also closes it, directly before a separator or a line end. */
  readonly isWellQuoted: boolean;
}

/** Where splitting stops. The row that exceeds a limit is still included. */
export interface SplitLimits {
  /** Most rows. */
  readonly rows: number;
  /** Most cells in all rows together. */
  readonly cells: number;
}

/**
 * Splits a text into cells at any kind of line end. A quoted cell may contain separators, line ends and doubled quotes; a
 * quote that neither closes its cell nor is doubled is part of the text. Linear in the length of any text: common parsers
 * scan ahead to the next separator at every stray quote.
 */
export function splitText(text: string, separator: string, limits: SplitLimits): SplitText {
  const ends = createEnds(text, separator);
  const rows: string[][] = [];
  let isWellQuoted = true;
  let row: string[] = [];
  let cells = 0;
  let at = 0;
  while (rows.length < limits.rows && cells <= limits.cells) {
    const cell = text[at] === '"' ? quotedCell(text, at, separator) : bareCell(text, at, ends);
    isWellQuoted &&= cell.isWellQuoted;
    row.push(cell.value);
    cells += 1;
    at = cell.end + 1;
    if (text[cell.end] === separator) continue;
    rows.push(row);
    row = [];
    if (text[cell.end] === '\r' && text[at] === '\n') at += 1;
    if (cell.end >= text.length) break;
  }
  if (row.length > 0) rows.push(row);
  return { rows, isWellQuoted };
}

interface SplitCell {
  readonly value: string;
  /** Index of the separator or line end behind the cell, or of the end of the text. */
  readonly end: number;
  readonly isWellQuoted: boolean;
}

function quotedCell(text: string, start: number, separator: string): SplitCell {
  const value = (to: number): string => text.slice(start + 1, to).replaceAll('""', '"');
  let isWellQuoted = true;
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value: value(text.length), end: text.length, isWellQuoted: false };
    from = quote + 1;
    if (text[from] === '"') {
      from += 1;
      continue;
    }
    while (text[from] === ' ') from += 1;
    if (isEnd(text[from], separator)) return { value: value(quote), end: from, isWellQuoted };
    isWellQuoted = false;
  }
}

function isEnd(character: string | undefined, separator: string): boolean {
  return character === undefined || character === separator || character === '\n' || character === '\r';
}

function bareCell(text: string, start: number, ends: Ends): SplitCell {
  const end = ends.after(start);
  return { value: text.slice(start, end), end, isWellQuoted: true };
}

/** Finds the ends of cells. */
interface Ends {
  /** The first separator or line end from `at` on, or the end of the text. `at` must not decrease between calls. */
  after(at: number): number;
}

/** Searches for each character once and remembers its next position. */
function createEnds(text: string, separator: string): Ends {
  const finders = [separator, '\n', '\r'].map((character) => {
    let next = -1;
    return (at: number): number => {
      if (next < at) {
        const found = text.indexOf(character, at);
        next = found < 0 ? text.length : found;
      }
      return next;
    };
  });
  return { after: (at) => finders.reduce((least, find) => Math.min(least, find(at)), text.length) };
}
