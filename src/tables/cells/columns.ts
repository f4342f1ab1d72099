import { asImei } from '../../imei/number/imei.ts';
import type { KnownTac } from '../../imei/number/repairs.ts';
import { type Cell, isBlank, type Table } from '../table.ts';
import { isCutOff, mayHoldImei, numbersOfCell, withZero } from './cell-numbers.ts';

/** So many rows and cells are looked at; a table that changes its columns behind them is none. */
const ROWS_LOOKED_AT = 1_000;
const CELLS_LOOKED_AT = 10_000;
/** The share of a column's cells that makes it one of IMEIs, whatever it is called. */
const MOST_CELLS = 0.5;

const FIFTEEN = /^\d{15}$/;
const PLACEHOLDER = /^(\d)\1+$/;

/** A column that holds IMEIs. */
export interface ImeiColumn {
  /** From 0. */
  readonly column: number;
  /** Its numbers of 14 digits had a zero before them once: at least half of them pass with one. */
  readonly zerosLost: boolean;
}

export interface Layout {
  readonly columns: readonly ImeiColumn[];
  readonly headerRow: number | undefined;
}

/**
 * The columns with IMEIs, found by what is in them. Every column of which most cells are whole IMEIs is one, since
 * phones have two; so is one that is called so and has any. Numbers of 14 digits can be anything, as can a few wrong
 * ones, so a column of these counts only where there is no better one.
 */
export function imeiColumns({ rows }: Table, known: KnownTac): Layout | undefined {
  const first = rows.findIndex((row) => !isBlank(row));
  const tallies = tally(rows, known, rows[first] ?? []);
  const chosen = choose(tallies);
  if (chosen.length === 0) return undefined;
  const header = chosen.every(({ column }) => isTitle(rows[first]?.[column]));
  return {
    headerRow: header ? first : undefined,
    columns: chosen.map(({ column, fourteen, withZero: zeros }) => ({
      column,
      zerosLost: zeros > 0 && zeros * 2 >= fourteen,
    })),
  };
}

/** What is in one column, in cells. */
interface Tally {
  readonly column: number;
  readonly named: boolean;
  filled: number;
  /** A whole IMEI, or what a spreadsheet has made of one. */
  whole: number;
  /** 14 digits: an IMEI without its check digit, or anything else. */
  fourteen: number;
  withZero: number;
  /** Meant as an IMEI, and none. */
  wrong: number;
}

function tally(rows: Table['rows'], known: KnownTac, titles: readonly Cell[]): readonly Tally[] {
  const tallies: Tally[] = [];
  let cells = 0;
  for (const row of rows.slice(0, ROWS_LOOKED_AT)) {
    if (cells > CELLS_LOOKED_AT) break;
    cells += row.length;
    for (const [column, cell] of row.entries()) {
      tallies[column] ??= newTally(column, titles[column]);
      count(tallies[column], cell, known);
    }
  }
  return tallies;
}

function newTally(column: number, title: Cell | undefined): Tally {
  const named = title !== undefined && isTitle(title) && /imei/iu.test(title.text);
  return { column, named, filled: 0, whole: 0, fourteen: 0, withZero: 0, wrong: 0 };
}

function count(tally: Tally, cell: Cell, known: KnownTac): void {
  if (cell.text.trim() === '') return;
  tally.filled += 1;
  if (!mayHoldImei(cell)) return;
  if (isCutOff(cell)) {
    tally.whole += 1;
    return;
  }
  const digits = cell.text.trim();
  if (withZero(digits) !== undefined) tally.withZero += 1;
  // Most cells are no more than a number; a search for one in a text takes its time.
  if (FIFTEEN.test(digits) && !PLACEHOLDER.test(digits)) {
    if (asImei(digits) === undefined) tally.wrong += 1;
    else tally.whole += 1;
    return;
  }
  const numbers = numbersOfCell(cell, { line: 0, known, zerosLost: false });
  const imeis = numbers.flatMap((one) => (one.kind === 'imei' ? [one.found] : []));
  if (imeis.some(({ from }) => from !== '14-digits')) tally.whole += 1;
  else if (imeis.length > 0) tally.fourteen += 1;
  else if (numbers.length > 0) tally.wrong += 1;
}

function choose(tallies: readonly Tally[]): readonly Tally[] {
  const steps: readonly ((one: Tally) => boolean)[] = [
    (one) => share(one, one.whole) || (one.named && one.whole + one.fourteen + one.wrong > 0),
    ({ whole }) => whole > 0,
  ];
  for (const step of steps) {
    const chosen = tallies.filter(step);
    if (chosen.length > 0) return chosen;
  }
  const [best] = tallies.toSorted((one, other) => likeliness(other) - likeliness(one));
  return best !== undefined && share(best, best.fourteen + best.wrong) ? [best] : [];
}

function likeliness({ fourteen, withZero: zeros, wrong }: Tally): number {
  return fourteen + zeros + wrong;
}

/** Most of the cells; one may be the title. */
function share({ filled }: Tally, number: number): boolean {
  return number > 0 && number >= (filled - 1) * MOST_CELLS;
}

function isTitle(cell: Cell | undefined): boolean {
  return cell !== undefined && !/\p{Nd}{5}/u.test(cell.text) && /\p{L}/u.test(cell.text) && !isCutOff(cell);
}
