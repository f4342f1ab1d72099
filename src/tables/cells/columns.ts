import type { KnownTac } from '../../imei/number/repairs.ts';
import type { Table } from '../table.ts';
import { type Tally, tallyColumns } from './tally.ts';
import { headerOf, isNamed, titledRow } from './titles.ts';

/** The share of IMEIs among a column's cells that makes it an IMEI column whatever its title. */
const MOST_CELLS = 0.5;
/** Fewest IMEIs that make an IMEI column of one that begins or ends with something else. */
const FEWEST_AMONG_OTHERS = 3;

/** Misfits that are no mistakes of typing any more, and how many there are then for each IMEI at least. */
const FEWEST_MISFITS = 6;
const MOST_MISFITS = 2;

/** A column that holds IMEIs. */
export interface ImeiColumn {
  /** Index, from 0. */
  readonly column: number;
  /** Its numbers of 14 digits have lost a leading zero: at least half of them are valid with one. */
  readonly zerosLost: boolean;
  /** Its numbers in short notation lack nothing but zeros at their end: some have all their digits. */
  readonly endsWithoutZeros: boolean;
}

/** Where a table has its IMEIs. */
export interface Layout {
  /** From left to right. */
  readonly columns: readonly ImeiColumn[];
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** Index of the first row that may have an IMEI. */
  readonly firstRow: number;
}

/**
 * Finds the IMEI columns by content, wherever they begin and end. Every column with mostly complete IMEIs is one, since phones may
 * have two; so is a column titled as IMEIs that has at least one. Numbers of 14 or 16 digits and a few invalid ones prove little,
 * so a column of these counts only if there is no better one, and under another title, such as of orders, only if most begin as
 * those of phones today. Returns undefined if there is none.
 */
export function imeiColumns({ rows }: Pick<Table, 'rows'>, known: KnownTac): Layout | undefined {
  const chosen = choose(tallyColumns(rows, known), {
    isTitled: (one) => titledRow(rows, one) !== undefined,
    isNamed: (one) => isNamed(rows, one),
  });
  const [first, ...more] = chosen;
  if (first === undefined) return undefined;
  return {
    headerRow: headerOf(rows, chosen),
    firstRow: more.reduce((least, { firstRow }) => Math.min(least, firstRow), first.firstRow),
    columns: chosen.map(({ column, fourteen, withZero: zeros, expanded }) => ({
      column,
      zerosLost: zeros > 0 && zeros * 2 >= fourteen,
      endsWithoutZeros: expanded > 0,
    })),
  };
}

interface Titles {
  /** As IMEIs. */
  readonly isTitled: (one: Tally) => boolean;
  /** As anything. */
  readonly isNamed: (one: Tally) => boolean;
}

function choose(tallies: readonly Tally[], { isTitled, isNamed }: Titles): readonly Tally[] {
  const candidates = tallies.filter((one) => !isByChance(one) || isTitled(one));
  const steps: readonly ((one: Tally) => boolean)[] = [
    (one) => isMostly(one) || (one.whole + unproved(one) + one.wrong > 0 && isTitled(one)),
    ({ whole }) => whole > 0,
  ];
  for (const step of steps) {
    const chosen = candidates.filter(step);
    if (chosen.length > 0) return chosen;
  }
  const [best] = candidates
    .filter((one) => one.likely + one.withZero >= unproved(one) * MOST_CELLS || !isNamed(one))
    .toSorted((one, other) => likeliness(other) - likeliness(one));
  return best !== undefined && share(best, unproved(best) + best.wrong) ? [best] : [];
}

/** Whether its IMEIs are numbers of something else: of any others with 15 digits, such as of parcels, one in ten looks like one. */
function isByChance({ whole, misfit }: Tally): boolean {
  return whole > 0 && misfit >= FEWEST_MISFITS && misfit > whole * MOST_MISFITS;
}

/** Numbers without a check digit. */
function unproved({ fourteen, sixteen }: Tally): number {
  return fourteen + sixteen;
}

/** Whether most cells are complete IMEIs, of all, or of those from the first number to the last. */
function isMostly(one: Tally): boolean {
  // Among IMEIs, a number of 16 digits is an IMEISV.
  const whole = one.whole > 0 ? one.whole + one.sixteen : 0;
  return share(one, whole) || (whole >= FEWEST_AMONG_OTHERS && whole >= one.filledBetween * MOST_CELLS);
}

function likeliness(one: Tally): number {
  return unproved(one) + one.withZero + one.wrong;
}

/** Whether most cells count; one of them may be the title. */
function share({ filled, filledAbove }: Tally, number: number): boolean {
  return number > 0 && number >= (filled + filledAbove - 1) * MOST_CELLS;
}
