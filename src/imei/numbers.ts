import { isCard } from './cards.ts';
import type { Group } from './chains.ts';
import { hasRightCheckDigit } from './digits.ts';
import { WRAP } from './fold.ts';
import { hasReportingBody } from './imei.ts';

/** Groups of digits that are one number. */
export interface WrittenNumber {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  readonly digits: string;
  /** Some of the digits are written as letters that look like them. */
  readonly letters: boolean;
  /** Printed in four groups of four, as cards are. */
  readonly inFours: boolean;
}

/** Some groups of a chain. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly digits: string;
  /** The sizes of the groups. */
  readonly shape: string;
}

/** The groups as a number: `rank` 1 is the surest. */
interface Reading extends WrittenNumber {
  readonly from: number;
  readonly to: number;
  readonly rank: number;
}

/** How IMEIs are printed, by the sizes of the groups. */
const FIFTEEN: ReadonlySet<string> = new Set([
  '15',
  '2661',
  '861',
  '6261',
  '141',
  '87',
  '555',
  '33333',
  '4443',
]);
/** With the version of the software. */
const SIXTEEN: ReadonlySet<string> = new Set(['16', '2662', '862', '6262']);
/** Without a check digit. */
const FOURTEEN: ReadonlySet<string> = new Set(['14', '266', '86', '626', '4442']);
const CARDS: ReadonlySet<string> = new Set([
  '4444',
  '465',
  '464',
  '44443',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
]);
/** Groups that other numbers have as well, such as an ICCID: no more of them may follow. */
const COMMON: ReadonlySet<string> = new Set(['555', '33333', '4443', '4442']);
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
  if (chain.length === 1) {
    const { start, end, digits, letters } = only;
    return [{ start, end, digits, letters, inFours: false }];
  }
  const readings = readingsOf(text, chain);
  if (readings.length < 2) return readings;
  const taken = new Set<number>();
  const kept = readings.sort(bySureness).filter(({ from, to }) => {
    for (let index = from; index < to; index += 1) if (taken.has(index)) return false;
    for (let index = from; index < to; index += 1) taken.add(index);
    return true;
  });
  return kept.sort((one, other) => one.from - other.from);
}

function bySureness(one: Reading, other: Reading): number {
  return one.rank - other.rank || one.from - other.from;
}

function readingsOf(text: string, chain: readonly Group[]): Reading[] {
  const readings: Reading[] = [];
  for (let from = 0; from < chain.length; from += 1) {
    // Some people write each digit apart.
    const most = from === 0 && chain.length <= MOST ? chain.length : MOST_GROUPS;
    let extent: Extent = { from, to: from, digits: '', shape: '' };
    while (extent.to < Math.min(chain.length, from + most) && extent.digits.length < MOST) {
      extent = extended(extent, chain);
      const rank = rankOf(text, chain, extent);
      if (rank !== undefined) readings.push(readingOf(chain, extent, rank));
    }
  }
  return readings;
}

function extended({ from, to, digits, shape }: Extent, chain: readonly Group[]): Extent {
  const next = chain[to]?.digits ?? '';
  return { from, to: to + 1, digits: digits + next, shape: shape + next.length };
}

function readingOf(chain: readonly Group[], { from, to, digits, shape }: Extent, rank: number): Reading {
  const groups = chain.slice(from, to);
  const letters = groups.some((group) => group.letters);
  const { start, end } = spanOf(chain, from, to);
  return { from, to, rank, digits, letters, inFours: shape === IN_FOURS, start, end };
}

function spanOf(chain: readonly Group[], from: number, to: number): { start: number; end: number } {
  const start = chain[from]?.start ?? 0;
  return { start, end: chain[to - 1]?.end ?? start };
}

function isLong(group: Group | undefined): boolean {
  return group !== undefined && group.digits.length >= SHORTEST_LONG;
}

/** How sure it is that groups are a number: rank 1 is the surest; undefined for other digits. */
function rankOf(text: string, chain: readonly Group[], extent: Extent): number | undefined {
  const { from, to, digits, shape } = extent;
  if (digits.length < FEWEST || digits.length > MOST) return undefined;
  if (COMMON.has(shape) && (isLong(chain[from - 1]) || isLong(chain[to]))) return undefined;
  const { start, end } = spanOf(chain, from, to);
  if (hasRightCheckDigit(digits)) {
    const isChain = to - from === chain.length && text[start - 1] !== '+';
    const rank = rankOfRight(extent, isChain ? text.slice(start, end) : undefined);
    if (rank !== undefined) return rank;
    // Digits on two lines of a quoted mail are one number only if the check digit says so.
  } else if (text.slice(start, end).includes(WRAP)) return undefined;
  if (FIFTEEN.has(shape) || SIXTEEN.has(shape)) return 4;
  return FOURTEEN.has(shape) ? 5 : undefined;
}

/**
 * The rank of an IMEI, a card and an IMEI in unusual groups.
 * @param whole what is written, if the groups are the whole chain
 */
function rankOfRight({ from, to, digits, shape }: Extent, whole: string | undefined): number | undefined {
  const isImei = digits.length === WHOLE && hasReportingBody(digits);
  if (isImei && FIFTEEN.has(shape)) return 1;
  const mayBeCard = CARDS.has(shape) || (whole !== undefined && CARD_SIGNS.test(whole));
  if (mayBeCard && isCard(digits, shape === IN_FOURS)) return 2;
  if (!isImei || whole === undefined) return undefined;
  // People divide a number into few groups, or write each digit apart.
  const isOfFew = to - from <= MOST_GROUPS || to - from === WHOLE;
  return isOfFew && !LONG_PART.test(whole) ? 3 : undefined;
}
