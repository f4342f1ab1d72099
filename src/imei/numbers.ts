import { isCard } from './cards.ts';
import type { Group } from './chains.ts';
import { hasRightCheckDigit } from './digits.ts';
import { WRAP } from './fold.ts';
import { hasReportingBody } from './imei.ts';

/** Groups of digits that are one number. */
export interface WrittenNumber extends Group {
  /** Printed in four groups of four, as cards are. */
  readonly inFours: boolean;
}

/** Some groups of a chain, as one number. */
interface Extent extends WrittenNumber {
  /** Index of the first group. */
  readonly from: number;
  /** Index behind the last group. */
  readonly to: number;
  /** The sizes of the groups. */
  readonly shape: string;
}

interface Reading {
  readonly extent: Extent;
  /** 1 is the surest. */
  readonly rank: number;
}

/** How IMEIs are printed, by the sizes of the groups: with a check digit, and with the version of the software. */
const IMEIS = shapes('15 2661 861 6261 141 87 555 33333 4443 16 2662 862 6262');
const WITHOUT_CHECK_DIGIT = shapes('14 266 86 626 4442');
const CARDS = shapes('4444 465 464 44443 14 15 16 17 18 19');
/** Groups that other numbers have as well, such as an ICCID: no more of them may follow. */
const COMMON = shapes('555 33333 4443 4442');
const IN_FOURS = '4444';
const CARD_SIGNS = /^[\d -]+$/;
const FEWEST = 14;
const WHOLE = 15;
const MOST = 19;
const MOST_GROUPS = 5;
/** A number by itself. */
const LONG_PART = /\d{13}/;
const SHORTEST_LONG = 3;

/** The numbers that the groups of a chain form, in their order. Of two that share a group, the surer one, then the first. */
export function numbersOf(text: string, chain: readonly Group[]): readonly WrittenNumber[] {
  const [only] = chain;
  if (only === undefined) return [];
  if (chain.length === 1) return [{ ...only, inFours: false }];
  const taken = new Uint8Array(chain.length);
  return chain
    .flatMap((_, from) => readingsFrom(text, chain, from))
    .sort((one, other) => one.rank - other.rank)
    .map(({ extent }) => extent)
    .filter(({ from, to }) => {
      if (taken.subarray(from, to).includes(1)) return false;
      taken.fill(1, from, to);
      return true;
    })
    .sort((one, other) => one.from - other.from);
}

function shapes(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The numbers that may begin with the group at an index. */
function readingsFrom(text: string, chain: readonly Group[], from: number): Reading[] {
  const readings: Reading[] = [];
  const start = chain[from]?.start ?? 0;
  // Some people write each digit apart.
  const most = from === 0 && chain.length <= MOST ? chain.length : MOST_GROUPS;
  let to = from;
  let digits = '';
  let shape = '';
  let letters = false;
  for (const group of chain.slice(from, from + most)) {
    to += 1;
    digits += group.digits;
    shape += group.digits.length;
    letters ||= group.letters;
    if (digits.length < FEWEST) continue;
    if (digits.length > MOST) break;
    const extent = { from, to, start, end: group.end, digits, shape, letters, inFours: shape === IN_FOURS };
    const rank = rankOf(text, chain, extent);
    if (rank !== undefined) readings.push({ extent, rank });
  }
  return readings;
}

/** How sure it is that groups are a number; undefined for other digits. */
function rankOf(text: string, chain: readonly Group[], extent: Extent): number | undefined {
  const { from, to, digits, shape, start, end } = extent;
  if (COMMON.has(shape) && (isLong(chain[from - 1]) || isLong(chain[to]))) return undefined;
  const written = text.slice(start, end);
  if (hasRightCheckDigit(digits)) {
    const isChain = to - from === chain.length && text[start - 1] !== '+';
    const rank = rankOfRight(extent, isChain ? written : undefined);
    if (rank !== undefined) return rank;
    // Digits on two lines of a quoted mail are one number only if the check digit says so.
  } else if (written.includes(WRAP)) return undefined;
  if (IMEIS.has(shape)) return 4;
  return WITHOUT_CHECK_DIGIT.has(shape) ? 5 : undefined;
}

function isLong(group: Group | undefined): boolean {
  return group !== undefined && group.digits.length >= SHORTEST_LONG;
}

/**
 * The rank of an IMEI, a card and an IMEI in unusual groups.
 * @param whole what is written, if the groups are the whole chain
 */
function rankOfRight(extent: Extent, whole: string | undefined): number | undefined {
  const { from, to, digits, shape, inFours } = extent;
  const isImei = digits.length === WHOLE && hasReportingBody(digits);
  if (isImei && IMEIS.has(shape)) return 1;
  const mayBeCard = CARDS.has(shape) || (whole !== undefined && CARD_SIGNS.test(whole));
  if (mayBeCard && isCard(digits, inFours)) return 2;
  if (!isImei || whole === undefined) return undefined;
  // People divide a number into few groups, or write each digit apart.
  const isOfFew = to - from <= MOST_GROUPS || to - from === WHOLE;
  return isOfFew && !LONG_PART.test(whole) ? 3 : undefined;
}
