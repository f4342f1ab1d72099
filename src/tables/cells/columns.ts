import type { KnownTac } from '../../imei/number/repairs.ts';
import { type ColumnVerdict, columnVerdict, isProof } from '../../imei/others/column.ts';
import type { TitleName } from '../../imei/others/names.ts';
import type { Table } from '../table.ts';
import { type Tally, tallyColumns } from './tally.ts';
import { createTitledRows, headerOf, nameOf } from './titles.ts';

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
  /** Other numbers look the same, and nothing says that these are IMEIs: a person has to. */
  readonly isDoubtful: boolean;
}

/**
 * Finds the IMEI columns by content, wherever they begin and end. Every column with mostly complete IMEIs is one, since phones may
 * have two; so is a column titled as IMEIs that has at least one. One that is titled as something else, such as orders, is at most
 * doubtful. Numbers of 14 or 16 digits and a few invalid ones prove little, so a column of these counts only if there is no better
 * one, and under another title only if most begin as those of phones today. It is doubtful as well, unless its cells say IMEI, or it
 * has no title and most are of known TACs. Returns undefined if there is none.
 */
export function imeiColumns({ rows }: Pick<Table, 'rows'>, known: KnownTac): Layout | undefined {
  const titles = createTitledRows(rows);
  const named = tallyColumns(rows, known).map((tally): Named => ({ tally, name: nameOf(titles, tally) }));
  const { tallies, isDoubtful } = choose(
    named.filter(({ tally, name }) => !isByChance(tally) || name === 'imei'),
  );
  const [first, ...more] = tallies;
  if (first === undefined) return undefined;
  return {
    headerRow: headerOf(titles, tallies),
    firstRow: more.reduce((least, { firstRow }) => Math.min(least, firstRow), first.firstRow),
    columns: tallies.map(({ column, fourteen, withZero: zeros, expanded }) => ({
      column,
      zerosLost: zeros > 0 && zeros * 2 >= fourteen,
      endsWithoutZeros: expanded > 0,
    })),
    isDoubtful,
  };
}

/** A column with what its title says; undefined if it has none. */
interface Named {
  readonly tally: Tally;
  readonly name: TitleName | undefined;
}

interface Chosen {
  readonly tallies: readonly Tally[];
  readonly isDoubtful: boolean;
}

/** The columns with IMEIs that are sure; if there are none, those that a person has to be asked about. */
function choose(all: readonly Named[]): Chosen {
  const hasTitle = all.some((one) => one.name === 'imei' && likeliness(one.tally) + one.tally.whole > 0);
  const steps: readonly ((one: Named) => boolean)[] = [
    ({ tally, name }) =>
      isMostly(tally) || (tally.whole + unproved(tally) + tally.wrong > 0 && name === 'imei'),
    ({ tally: { whole } }) => whole > 0,
  ];
  const judged = all.map((one) => ({ ...one, verdict: verdictOf(one, hasTitle) }));
  for (const step of steps) {
    const sure = judged.filter((one) => one.verdict === 'imeis' && step(one));
    if (sure.length > 0) return { tallies: sure.map(({ tally }) => tally), isDoubtful: false };
  }
  const unsure = judged.filter((one) => one.verdict === 'asked' && one.tally.whole > 0);
  if (unsure.length > 0) return { tallies: unsure.map(({ tally }) => tally), isDoubtful: true };
  return bestUnproved(all);
}

function verdictOf({ tally, name = 'nothing' }: Named, hasTitle: boolean): ColumnVerdict {
  const { whole, ofToday, worded } = tally;
  if (worded > 0 && worded >= whole * MOST_CELLS) return 'imeis';
  const verdict = isChance(tally, name) ? 'asked' : columnVerdict(name, tally);
  // Beside a column that is called IMEI, one that is not has to look like it.
  return hasTitle && name !== 'imei' && (verdict === 'asked' || ofToday < whole * MOST_CELLS)
    ? 'none'
    : verdict;
}

/** Whether too few numbers to prove anything begin as those of phones do not today, and nothing is said of them: an id of 15 digits. */
function isChance(tally: Tally, name: TitleName): boolean {
  return name === 'nothing' && !isProof(tally) && tally.ofToday < tally.whole * MOST_CELLS;
}

/** The column of numbers without a check digit, or with a wrong one, that is most likely one of IMEIs. */
function bestUnproved(all: readonly Named[]): Chosen {
  const [best] = all
    .filter(({ tally, name }) => {
      if (name === 'other' || name === 'phone') return false;
      return tally.likely + tally.withZero >= unproved(tally) * MOST_CELLS || name === undefined;
    })
    .toSorted((one, other) => likeliness(other.tally) - likeliness(one.tally));
  if (best === undefined || !share(best.tally, unproved(best.tally) + best.tally.wrong)) {
    return { tallies: [], isDoubtful: false };
  }
  return { tallies: [best.tally], isDoubtful: isUnsure(best) };
}

/** Whether numbers that no check digit proves may as well be something else. */
function isUnsure({ tally, name }: Named): boolean {
  const { fourteen, sixteen, gtins, known, withZero, worded, wrong } = tally;
  const most = unproved(tally) * MOST_CELLS;
  if (worded > 0 && worded >= most) return false;
  // The zero before them has a check digit to prove it.
  if (withZero === 0 && most === 0) return false;
  if (isProof({ whole: withZero, misfit: unproved(tally) + wrong - withZero })) return false;
  const areGtins = gtins > 0 && gtins === fourteen && sixteen === 0;
  return areGtins || name !== undefined || known < most;
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
