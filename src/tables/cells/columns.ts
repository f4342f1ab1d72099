import { tacOf } from '../../imei/imei.ts';
import type { KnownTac } from '../../imei/number/read.ts';
import { type ColumnVerdict, columnVerdict, isProof } from '../../imei/others/column.ts';
import { isOfDevice, type TitleName } from '../../imei/others/names.ts';
import { isPlainTitle } from '../../imei/others/plain-titles.ts';
import { isSeries } from '../../imei/others/series.ts';
import type { Table } from '../table.ts';
import { type Tally, tallyColumns } from './tally.ts';
import { createTitledRows, headerOf, type TitledRows, titleOf, titlesBelowReport } from './titles.ts';
import { type Called, calledIn, isUnheardOf, isVouchedFor, strangersAmong } from './vouched.ts';

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
  readonly title: string | undefined;
  /**
   * The types of its complete IMEIs, where nothing calls it IMEI: a number without a check digit is one of these there, or no matter.
   * undefined if all may be.
   */
  readonly types: ReadonlySet<string> | undefined;
}

/** A column whose numbers may be IMEIs, but are not checked beside those that are. */
export interface AsideColumn {
  /** Index, from 0. */
  readonly column: number;
  /** undefined if it has none. */
  readonly title: string | undefined;
  /** Index of the first row that may have a number. */
  readonly firstRow: number;
}

/** Where a table has its IMEIs. */
export interface Layout {
  /** From left to right; empty if only others may be. */
  readonly columns: readonly ImeiColumn[];
  readonly aside: readonly AsideColumn[];
  /** Numbers have names beside them, some of them IMEI. */
  readonly isNamed: boolean;
  /** Index of the title row; undefined if there is none. */
  readonly headerRow: number | undefined;
  /** Index of the first row that may have an IMEI. */
  readonly firstRow: number;
  /** Other numbers look the same, and nothing says that these are IMEIs: a person has to. */
  readonly isDoubtful: boolean;
}

/** The columns of a table that may have IMEIs. */
export interface Columns {
  readonly titles: TitledRows;
  readonly named: readonly Named[];
  readonly known: KnownTac;
}

/** A column with its title and what that says; undefined if it has none. */
interface Named {
  readonly tally: Tally;
  readonly title: string | undefined;
  readonly name: TitleName | undefined;
  /** It tells columns apart, and says of what this one may be only with words that nobody knows here. */
  readonly isForeign: boolean;
}

/** Counts what the columns of a table have. */
export function columnsOf({ rows }: Pick<Table, 'rows'>, known: KnownTac): Columns {
  const titles = createTitledRows(rows);
  const named = tallyColumns(rows, { known, begins: titlesBelowReport(titles) }).map((tally): Named => {
    const title = titleOf(titles, tally);
    const isForeign = title?.isAmongTitles === true && isWide(rows, tally) && !isPlainTitle(title.text);
    return { tally, title: title?.text, name: title?.name, isForeign };
  });
  return { titles, named: named.filter(({ tally, name }) => !isByChance(tally) || name === 'imei'), known };
}

/** Whether the first row with a number has more than that. */
function isWide(rows: Table['rows'], { firstRow }: Tally): boolean {
  return (rows[firstRow] ?? []).filter(({ text }) => text.trim() !== '').length > 1;
}

/** What the columns of all tables of a file that are called IMEI say of the others. */
export function calledImei(tables: readonly Columns[]): Called {
  const all = tables.flatMap(({ named }) => named);
  return calledIn(
    all.flatMap(({ tally, name }) => (name === 'imei' && likeliness(tally) + tally.whole > 0 ? [tally] : [])),
  );
}

/**
 * Finds the IMEI columns by content, wherever they begin and end. Every column with mostly complete IMEIs is one, since phones may
 * have two; so is a column titled as IMEIs that has at least one. Beside one, others have to be vouched for. One that is titled as
 * something else, such as orders, is at most
 * doubtful. Numbers of 14 or 16 digits and a few invalid ones prove little, so a column of these counts only if there is no better
 * one, and under another title only if most begin as those of phones today. It is doubtful as well, unless its cells say IMEI, or it
 * has no title and most are of known TACs. Returns undefined if there is none.
 * @param called what all tables of the file say
 */
export function imeiColumns(table: Columns, called = calledImei([table])): Layout | undefined {
  const { titles, named, known } = table;
  const { chosen, aside, isDoubtful } = choose(named, { called, known });
  const tallies = chosen.map(({ tally }) => tally);
  const [first] = [...tallies, ...aside.map(({ tally }) => tally)];
  if (first === undefined) return undefined;
  return {
    headerRow: headerOf(titles, tallies),
    firstRow: tallies.reduce((least, { firstRow }) => Math.min(least, firstRow), first.firstRow),
    columns: chosen.map(columnOf),
    isNamed: named.some(({ tally }) => tally.named),
    aside: aside.map(({ tally: { column, firstRow }, title }) => ({ column, firstRow, title })),
    isDoubtful,
  };
}

function columnOf({ tally, title, name }: Named): ImeiColumn {
  const { column, fourteen, withZero: zeros, expanded, whole, worded, sample } = tally;
  const isProved = whole > 0 && worded === 0 && name !== 'imei';
  return {
    column,
    title,
    zerosLost: zeros > 0 && zeros * 2 >= fourteen,
    endsWithoutZeros: expanded > 0,
    types: isProved ? new Set([...sample].map(tacOf)) : undefined,
  };
}

interface Chosen {
  readonly chosen: readonly Named[];
  readonly aside: readonly Named[];
  readonly isDoubtful: boolean;
}

interface Vouching {
  readonly called: Called;
  readonly known: KnownTac;
}

/** The columns with IMEIs that are sure; if there are none, those that a person has to be asked about. */
function choose(all: readonly Named[], vouching: Vouching): Chosen {
  const steps: readonly ((one: Named) => boolean)[] = [
    ({ tally, name }) =>
      isMostly(tally) || (tally.whole + unproved(tally) + tally.wrong > 0 && name === 'imei'),
    ({ tally: { whole } }) => whole > 0,
  ];
  const judged = all.map((one) => ({ ...one, verdict: verdictOf(one, vouching) }));
  const isAsked = ({ verdict, tally }: (typeof judged)[number]): boolean =>
    verdict === 'asked' && tally.whole > 0;
  // What is called something else is no matter beside those that are sure.
  const aside = judged.filter((one) => isAsked(one) && isMostly(one.tally) && one.name !== 'other');
  for (const step of steps) {
    const sure = judged.filter((one) => one.verdict === 'imeis' && step(one));
    if (sure.length > 0) {
      const strangers = strangersAmong(sure, vouching.known);
      const chosen = sure.filter((one) => !strangers.includes(one));
      return { chosen, aside: [...aside, ...strangers], isDoubtful: false };
    }
  }
  if (vouching.called.isAny && aside.length > 0) return { chosen: [], aside, isDoubtful: false };
  const unsure = judged.filter(isAsked);
  if (unsure.length > 0) return { chosen: unsure, aside: [], isDoubtful: true };
  return bestUnproved(all);
}

function verdictOf(one: Named, { called, known }: Vouching): ColumnVerdict {
  const { tally, name = 'nothing' } = one;
  const { whole, ofToday, worded, misfit } = tally;
  if (worded > 0 && worded >= whole * MOST_CELLS) return 'imeis';
  const verdict = columnVerdict(name, tally);
  if (name === 'imei') return verdict;
  // Beside a column that is called IMEI, one that is not has to look like it.
  if (called.isAny && (name === 'other' || ofToday < whole * MOST_CELLS || misfit > whole)) return 'none';
  if (verdict !== 'imeis' || name !== 'nothing') return verdict;
  if ((called.isAny && isOfDevice(one.title ?? '')) || isVouchedFor(tally, called, known)) return verdict;
  return called.isAny || isSuspect(one, known) ? 'asked' : 'imeis';
}

/** Whether something tells that numbers which nothing is said of are of something else. */
function isSuspect(one: Named, known: KnownTac): boolean {
  return one.isForeign || isChance(one.tally) || isUnheardOf(one, known) || isSeries([...one.tally.sample]);
}

/** Whether too few numbers to prove anything begin as those of phones do not today: an id of 15 digits. */
function isChance(tally: Tally): boolean {
  return !isProof(tally) && tally.ofToday < tally.whole * MOST_CELLS;
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
    return { chosen: [], aside: [], isDoubtful: false };
  }
  return { chosen: [best], aside: [], isDoubtful: isUnsure(best) };
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
