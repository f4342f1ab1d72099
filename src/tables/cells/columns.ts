import { asImei } from '../../imei/number/imei.ts';
import type { KnownTac } from '../../imei/number/repairs.ts';
import { type Cell, isBlank, type Table } from '../table.ts';
import { isCutOff, mayHoldImei, numbersOfCell, withZero } from './cell-numbers.ts';

/** Rows and cells examined to find the columns; changes of the layout below are not noticed. */
const ROWS_LOOKED_AT = 1_000;
const CELLS_LOOKED_AT = 10_000;
/** The share of IMEIs among a column's cells that makes it an IMEI column whatever its title. */
const MOST_CELLS = 0.5;

const FIFTEEN = /^\d{15}$/;
const PLACEHOLDER = /^(\d)\1+$/;

/** A column that holds IMEIs. */
export interface ImeiColumn {
  /** Index, from 0. */
  readonly column: number;
  /** Its numbers of 14 digits have lost a leading zero: at least half of them are valid with one. */
  readonly zerosLost: boolean;
}

/** Where a table has its IMEIs. */
export interface Layout {
  /** From left to right. */
  readonly columns: readonly ImeiColumn[];
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
}

/**
 * Finds the IMEI columns by content. Every column with mostly complete IMEIs is one, since phones may have two; so is a
 * column titled as IMEIs that has at least one. Numbers of 14 digits and a few invalid ones prove little, so a column of
 * these counts only if there is no better one. Returns undefined if there is none.
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

/** Counts of cells in one column. */
interface Tally {
  readonly column: number;
  readonly named: boolean;
  filled: number;
  /** A complete IMEI, or a spreadsheet's form of one. */
  whole: number;
  /** 14 digits: an IMEI without check digit, or anything else. */
  fourteen: number;
  withZero: number;
  /** Meant as an IMEI but invalid. */
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
  // Most cells hold one plain number, for which a text search would be slow.
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

/** Whether most cells count; one of them may be the title. */
function share({ filled }: Tally, number: number): boolean {
  return number > 0 && number >= (filled - 1) * MOST_CELLS;
}

function isTitle(cell: Cell | undefined): boolean {
  return cell !== undefined && !/\p{Nd}{5}/u.test(cell.text) && /\p{L}/u.test(cell.text) && !isCutOff(cell);
}
