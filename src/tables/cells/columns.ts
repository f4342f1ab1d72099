import type { KnownTac } from '../../imei/number/repairs.ts';
import type { Table } from '../table.ts';
import { type Tally, tallyColumns } from './tally.ts';
import { headerOf, titledRow } from './titles.ts';

/** The share of IMEIs among a column's cells that makes it an IMEI column whatever its title. */
const MOST_CELLS = 0.5;
/** Fewest IMEIs that make an IMEI column of one that begins or ends with something else. */
const FEWEST_AMONG_OTHERS = 3;

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
}

/**
 * Finds the IMEI columns by content, wherever they begin and end. Every column with mostly complete IMEIs is one, since phones may
 * have two; so is a column titled as IMEIs that has at least one. Numbers of 14 digits and a few invalid ones prove little,
 * so a column of these counts only if there is no better one. Returns undefined if there is none.
 */
export function imeiColumns({ rows }: Pick<Table, 'rows'>, known: KnownTac): Layout | undefined {
  const chosen = choose(tallyColumns(rows, known), (one) => titledRow(rows, one) !== undefined);
  if (chosen.length === 0) return undefined;
  return {
    headerRow: headerOf(rows, chosen),
    columns: chosen.map(({ column, fourteen, withZero: zeros, expanded }) => ({
      column,
      zerosLost: zeros > 0 && zeros * 2 >= fourteen,
      endsWithoutZeros: expanded > 0,
    })),
  };
}

function choose(tallies: readonly Tally[], isTitled: (one: Tally) => boolean): readonly Tally[] {
  const steps: readonly ((one: Tally) => boolean)[] = [
    (one) => isMostly(one) || (one.whole + one.fourteen + one.wrong > 0 && isTitled(one)),
    ({ whole }) => whole > 0,
  ];
  for (const step of steps) {
    const chosen = tallies.filter(step);
    if (chosen.length > 0) return chosen;
  }
  const [best] = tallies.toSorted((one, other) => likeliness(other) - likeliness(one));
  return best !== undefined && share(best, best.fourteen + best.wrong) ? [best] : [];
}

/** Whether most cells are complete IMEIs, of all, or of those from the first number to the last. */
function isMostly(one: Tally): boolean {
  return (
    share(one, one.whole) || (one.whole >= FEWEST_AMONG_OTHERS && one.whole >= one.filledBetween * MOST_CELLS)
  );
}

function likeliness({ fourteen, withZero: zeros, wrong }: Tally): number {
  return fourteen + zeros + wrong;
}

/** Whether most cells count; one of them may be the title. */
function share({ filled, filledAbove }: Tally, number: number): boolean {
  return number > 0 && number >= (filled + filledAbove - 1) * MOST_CELLS;
}
