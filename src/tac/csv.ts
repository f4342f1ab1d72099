/** A row longer than this has an opening quote that nobody closed: it is cut at its first line end. */
const MAX_ROW_CHARACTERS = 100_000;

/** Splits comma-separated text (RFC 4180) that comes in pieces. */
export interface CsvSplitter {
  /** The rows that this piece completes, empty lines among them. */
  push(text: string): readonly (readonly string[])[];
  /** What is left when no more pieces come. */
  end(): readonly (readonly string[])[];
}

/**
 * Quoted cells may hold commas, line ends and doubled quotes; lines end with LF or CRLF; a byte order mark is
 * dropped. Linear in the text's length.
 */
export function createCsvSplitter(): CsvSplitter {
  let rest = '';
  let begun = false;
  const split = (text: string, ended: boolean): string[][] => {
    const rows: string[][] = [];
    let at = 0;
    while (at < text.length) {
      const row = rowAt(text, at, ended);
      if (row === undefined) break;
      rows.push(row.cells);
      at = row.next;
    }
    rest = text.slice(at);
    return rows;
  };
  return {
    push: (text) => {
      const piece = begun ? text : text.replace(/^\uFEFF/, '');
      begun ||= text !== '';
      return split(rest + piece, false);
    },
    end: () => split(rest, true),
  };
}

interface Row {
  readonly cells: string[];
  /** The offset at which the next row begins. */
  readonly next: number;
}

/** The row that begins at `at`, or nothing while its end has not come yet. */
function rowAt(text: string, at: number, ended: boolean): Row | undefined {
  const cut = ended || text.length - at > MAX_ROW_CHARACTERS;
  const lineEnd = text.indexOf('\n', at);
  if (lineEnd < 0 && !cut) return undefined;
  const end = lineEnd < 0 ? text.length : lineEnd;
  const line = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
  const plain = (): Row => ({ cells: line.split(','), next: end + 1 });
  if (!line.includes('"')) return plain();
  return quotedRow(text, at, ended) ?? (cut ? plain() : undefined);
}

function quotedRow(text: string, start: number, ended: boolean): Row | undefined {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(text, at, ended) : bareCell(text, at, ended);
    if (cell === undefined) return undefined;
    cells.push(cell.value);
    at = cell.end + 1;
    if (text[cell.end] !== ',') return { cells, next: at };
  }
}

interface Cell {
  readonly value: string;
  /** The offset of the comma or line end after it, or of the end of the text. */
  readonly end: number;
}

function quotedCell(text: string, start: number, ended: boolean): Cell | undefined {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return undefined;
    value += text.slice(from, quote);
    from = quote + 2;
    if (text[quote + 1] !== '"') {
      const tail = bareCell(text, quote + 1, ended);
      return tail && { value: value + tail.value, end: tail.end };
    }
    value += '"';
  }
}

function bareCell(text: string, start: number, ended: boolean): Cell | undefined {
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end += 1;
  if (end === text.length && !ended) return undefined;
  const value = text.slice(start, end);
  return { value: text[end] !== ',' && value.endsWith('\r') ? value.slice(0, -1) : value, end };
}
