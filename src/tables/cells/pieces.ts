import { asImei, hasReportingBody } from '../../imei/imei.ts';
import { IMEI_WORD } from '../../imei/others/imei-words.ts';
import { type Cell, EMPTY_CELL, type Table } from '../table.ts';
import { isTitle } from './cell-numbers.ts';

const IMEI_DIGITS = 15;
/** Shorter than any number that is an IMEI by itself. */
const PIECE = /^\d{1,13}$/u;
const FEWEST_COLUMNS = 2;
const MOST_COLUMNS = 4;
/** Rows in which the titles of pieces and parts may be. */
export const MOST_TITLE_ROWS = 50;
/** The share of the rows whose check digit has to fit. */
const MOST_FIT = 0.75;
/** Stands above what was joined. */
export const JOINED_TITLE: Cell = { text: 'IMEI' };

/** Columns side by side that make one number. */
interface Pieces {
  /** Index of the first of them. */
  readonly column: number;
  /** Digits of each of them; a spreadsheet leaves zeros at their beginning out. */
  readonly widths: readonly number[];
}

/**
 * The rows with IMEIs of which neighbouring columns have the pieces, such as “IMEI part 1” and “IMEI part 2”, in the first of these columns. All
 * of them have to be titled as IMEIs, and the check digits tell that they belong together, in whatever words the titles do.
 */
export function withPiecesJoined(rows: Table['rows']): Table['rows'] {
  const headerRow = rows.slice(0, MOST_TITLE_ROWS).findIndex((row) => titledRuns(row).length > 0);
  const runs = titledRuns(rows[headerRow] ?? []);
  const found = runs.flatMap((run) => piecesIn(run, rows.slice(headerRow + 1)));
  if (found.length === 0) return rows;
  return rows.map((row, index) => {
    if (index < headerRow) return row;
    return found.reduce((joined, one) => {
      const cell = index === headerRow ? JOINED_TITLE : wholeOf(joined, one);
      return cell === undefined ? joined : replaced(joined, one, cell);
    }, row);
  });
}

/** Neighbouring columns that are all titled as IMEIs. */
function titledRuns(row: readonly Cell[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [column, cell] of row.entries()) {
    if (!IMEI_WORD.test(cell.text) || !isTitle(cell)) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === column - 1) last.push(column);
    else runs.push([column]);
  }
  return runs.filter(({ length }) => length >= FEWEST_COLUMNS);
}

function piecesIn(run: readonly number[], rows: Table['rows']): readonly Pieces[] {
  const found: Pieces[] = [];
  for (let at = 0; at < run.length; ) {
    const one = piecesFrom(run.slice(at, at + MOST_COLUMNS), rows);
    if (one !== undefined) found.push(one);
    at += one?.widths.length ?? 1;
  }
  return found;
}

/** The fewest of these columns, from the first one on, that make IMEIs. */
function piecesFrom([column = 0, ...more]: readonly number[], rows: Table['rows']): Pieces | undefined {
  for (let count = FEWEST_COLUMNS; count <= more.length + 1; count += 1) {
    const filled = rows.map((row) => textsOf(row, column, count)).filter((texts) => texts.every(isPiece));
    const widths = Array.from({ length: count }, (_, at) =>
      filled.reduce((most, texts) => Math.max(most, texts[at]?.length ?? 0), 0),
    );
    if (widths.reduce((sum, width) => sum + width, 0) !== IMEI_DIGITS) continue;
    const right = filled.filter((texts) => {
      const imei = asImei(joinedOf(texts, widths));
      return imei !== undefined && hasReportingBody(imei);
    });
    if (right.length >= filled.length * MOST_FIT) return { column, widths };
  }
  return undefined;
}

/** The number of a row; undefined where one of its pieces is missing or longer. */
function wholeOf(row: readonly Cell[], { column, widths }: Pieces): Cell | undefined {
  const texts = textsOf(row, column, widths.length);
  return texts.every(isPiece) ? { text: joinedOf(texts, widths) } : undefined;
}

function replaced(row: readonly Cell[], { column, widths }: Pieces, cell: Cell): readonly Cell[] {
  const rest = widths.slice(1).map(() => EMPTY_CELL);
  return row.toSpliced(column, widths.length, cell, ...rest);
}

function textsOf(row: readonly Cell[], column: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => (row[column + at] ?? EMPTY_CELL).text.trim());
}

function isPiece(text: string): boolean {
  return PIECE.test(text);
}

function joinedOf(texts: readonly string[], widths: readonly number[]): string {
  return texts.map((text, at) => text.padStart(widths[at] ?? 0, '0')).join('');
}
