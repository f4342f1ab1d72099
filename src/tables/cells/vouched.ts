import { tacOf } from '../../imei/imei.ts';
import { type KnownTac, NONE_KNOWN } from '../../imei/number/read.ts';
import { isAkin, type Kin, kinOf } from '../../imei/others/kin.ts';
import { isPlainTitle } from '../../imei/others/plain-titles.ts';
import type { Tally } from './tally.ts';

/** The share of a column's numbers that has to be vouched for. */
const MOST = 0.5;
/** So many types of phones are hardly all new. */
const FEWEST_TYPES = 3;

/** What the columns of a file that are called IMEI say of its other columns. */
export interface Called extends Kin {
  /** There is such a column. */
  readonly isAny: boolean;
}

const NOBODY: Called = { isAny: false, types: new Set(), serials: new Set() };

/** What these columns say, which are called IMEI. */
export function calledIn(tallies: readonly Tally[]): Called {
  return { isAny: tallies.length > 0, ...kinOf(tallies.flatMap(({ sample }) => [...sample])) };
}

/** Whether something tells that most numbers of a column are of phones, whatever its title. */
export function isVouchedFor(tally: Tally, called: Called, known: KnownTac): boolean {
  return akinShare(tally, called, known) >= MOST;
}

/** The share of a column's numbers of which something tells that they are of phones; 0 where it has none. */
function akinShare({ sample }: Tally, called: Kin, known: KnownTac): number {
  const akin = [...sample].filter((imei) => isAkin(imei, called, known));
  return akin.length / Math.max(1, sample.size);
}

interface Titled {
  readonly tally: Tally;
  /** undefined if it has none. */
  readonly title: string | undefined;
}

/**
 * The untitled columns of whose types the open TAC table knows none, where it knows most of another: the second IMEIs of phones are of
 * the same types, or have the same serial numbers. Where it knows few of two or none, or there is no table, the second may be one.
 */
export function strangersAmong<T extends Titled>(all: readonly T[], known: KnownTac): readonly T[] {
  const vouched = all.filter(({ tally }) => isVouchedFor(tally, NOBODY, known));
  if (vouched.length === 0) return strangerBeside(all, known);
  const kin = calledIn(vouched.map(({ tally }) => tally));
  return all.filter(
    ({ tally: { sample }, title }) =>
      title === undefined && sample.size > 0 && ![...sample].some((imei) => isAkin(imei, kin, known)),
  );
}

/** The second of two untitled columns, where its numbers are of as many types and have nothing in common with those of the first. */
function strangerBeside<T extends Titled>(all: readonly T[], known: KnownTac): readonly T[] {
  const [first, second, ...more] = all;
  if (first === undefined || second === undefined || more.length > 0) return [];
  if (first.title !== undefined || second.title !== undefined) return [];
  const { sample } = second.tally;
  const types = new Set([...sample].map(tacOf));
  // A list of phones has several of one type.
  if (types.size < FEWEST_TYPES || types.size < sample.size) return [];
  if (isKnownAsWell(second.tally, first.tally, known)) return [];
  const kin = calledIn([first.tally]);
  return [...sample].some((imei) => isAkin(imei, kin, NONE_KNOWN)) ? [] : [second];
}

/** Whether the open TAC table knows types of a column, and about as large a share as of another: of other numbers it knows a few by chance. */
function isKnownAsWell(one: Tally, other: Tally, known: KnownTac): boolean {
  const share = akinShare(one, NOBODY, known);
  return share > 0 && share >= MOST * akinShare(other, NOBODY, known);
}

/** Whether the open TAC table, if there is one, knows none of several types below a title that says nothing of phones. */
export function isUnheardOf({ tally, title }: Titled, known: KnownTac): boolean {
  if (known === NONE_KNOWN || title === undefined || isPlainTitle(title)) return false;
  const types = new Set([...tally.sample].map(tacOf));
  return types.size >= FEWEST_TYPES && ![...types].some(known);
}
