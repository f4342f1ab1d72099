import { hasRightCheckDigit } from '../digits.ts';
import { asImei } from '../imei.ts';
import { isCardAlone, isPrintedCard } from '../number/cards.ts';
import type { Chain } from '../text/chains.ts';

/** Groups of a chain in the shape of an IMEI. */
export interface Candidate {
  /** Index of the first group. */
  readonly from: number;
  /** Index behind the last group, software version included. */
  readonly to: number;
  /** 14, 15 or 16 digits, or letters typed in place of some. */
  readonly characters: string;
  /** Two digits behind a complete IMEI: `35-209900-176148-1 / 04`. */
  readonly softwareVersion?: string;
  /**
   * `bare`: one run of digits. `cut`: in the groups IMEIs are printed in. `card`: a payment card number in the groups those
   * are printed in. `free`: in any other groups.
   */
  readonly form: 'bare' | 'cut' | 'card' | 'free';
}

/** How the first 14 digits are printed: TAC and serial, with or without the final assembly code. */
const CUTS: readonly (readonly number[])[] = [
  [2, 6, 6],
  [8, 6],
  [6, 2, 6],
];
/** How payment cards are printed; American Express in three groups, and with a last digit that slipped away in four. */
const CARD_CUTS: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 4, 4, 3],
  [4, 6, 4, 1],
  [4, 6, 4],
];
const FIRST_CARD_SIZE = 4;
const FIRST_SIZES: ReadonlySet<number> = new Set(CUTS.map(([first = 0]) => first));
const CHECK_DIGIT = 1;
const SOFTWARE_VERSION = 2;
/** Longest model, slot or capacity next to an IMEI. */
const LONGEST_STRAY = 4;
/** Longest group people make when they read a number aloud. */
const LONGEST_SPOKEN = 6;
/** 14 to 16 digits in free groups, with a slot before them and a software version behind them. */
const FREE_LENGTHS = { least: 14, most: 19 };

/** The candidates of a chain, in order and without overlap. */
export function candidatesIn(chain: Chain): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let index = 0;
  while (index < chain.groups.length) {
    const joined = index > 0 && candidates.at(-1)?.to === index;
    const candidate = bareAt(chain, index, joined) ?? cutAt(chain, index, joined) ?? cardAt(chain, index);
    if (candidate !== undefined) candidates.push(candidate);
    index = candidate?.to ?? index + 1;
  }
  if (candidates.length > 0) return candidates;
  const free = freeIn(chain);
  return free === undefined ? [] : [free];
}

function bareAt(chain: Chain, from: number, joined: boolean): Candidate | undefined {
  const size = sizeAt(chain, from);
  if (size < 14 || size > 16) return undefined;
  const left = joined || standsFreeOnLeft(chain, from);
  const digitsTo = size === 14 ? tailAfter(chain, { from, to: from + 1 }, '-') : from + 1;
  const to = endOfBare(chain, from, digitsTo);
  if (!left || !standsFreeOnRight(chain, to)) return undefined;
  return candidate(chain, { from, digitsTo, to, form: digitsTo === from + 1 ? 'bare' : 'cut' });
}

function endOfBare(chain: Chain, from: number, digitsTo: number): number {
  if (sizeOf(chain, from, digitsTo) === 16) return digitsTo;
  // A card number has no software version; what follows it may begin the next IMEI.
  const isCard = isCardAlone(charactersOf(chain, from, digitsTo));
  const to = isCard ? digitsTo : versionAfter(chain, digitsTo, from === 0 ? '-' : undefined);
  return endsInPointZero(chain, to) ? to + 1 : to;
}

function cutAt(chain: Chain, from: number, joined: boolean): Candidate | undefined {
  if (!FIRST_SIZES.has(sizeAt(chain, from))) return undefined;
  const cut = CUTS.find((sizes) => sizes.every((size, index) => sizeAt(chain, from + index) === size));
  if (cut === undefined) return undefined;
  const inner = chain.gaps[from] ?? '';
  const headTo = from + cut.length;
  const digitsTo = tailAfter(chain, { from, to: headTo }, inner);
  const to = sizeOf(chain, from, digitsTo) === 16 ? digitsTo : versionAfter(chain, digitsTo, inner);
  const strayAllowed = sizeOf(chain, from, digitsTo) === 15;
  const left = joined || isEdge(chain, from - 1, inner) || (strayAllowed && from === 1 && isStray(chain, 0));
  const last = chain.groups.length - 1;
  const right =
    isEdge(chain, to - 1, inner) ||
    startsCut(chain, to) ||
    (strayAllowed && to === last && isStray(chain, to));
  return left && right ? candidate(chain, { from, digitsTo, to, form: 'cut' }) : undefined;
}

function cardAt(chain: Chain, from: number): Candidate | undefined {
  if (sizeAt(chain, from) !== FIRST_CARD_SIZE) return undefined;
  for (const sizes of CARD_CUTS) {
    if (!sizes.every((size, index) => sizeAt(chain, from + index) === size)) continue;
    const to = from + sizes.length;
    const even = chain.gaps.slice(from, to - 1).every((gap) => gap === chain.gaps[from]);
    const characters = even ? charactersOf(chain, from, to) : '';
    if (isPrintedCard(characters)) return { from, to, characters, form: 'card' };
  }
  return undefined;
}

/** A whole chain that is one number in unusual groups with the same separator throughout. */
function freeIn(chain: Chain): Candidate | undefined {
  if (chain.length < FREE_LENGTHS.least || chain.length > FREE_LENGTHS.most) return undefined;
  const last = chain.groups.length;
  const to = (chain.gaps[last - 2] ?? '').includes('/') && sizeAt(chain, last - 1) === 2 ? last - 1 : last;
  const afterSlot = chain.label.slotAhead && sizeAt(chain, 0) === 1 ? freeBetween(chain, 1, to) : undefined;
  return afterSlot ?? freeBetween(chain, 0, to) ?? freeBetween(chain, 0, last);
}

function freeBetween(chain: Chain, from: number, to: number): Candidate | undefined {
  const sizes = chain.groups.slice(from, to).map(({ text }) => text.length);
  const inner = chain.gaps[from] ?? '';
  const even = chain.gaps.slice(from, to - 1).every((gap) => gap === inner);
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (!even || length < 14 || length > 16) return undefined;
  const spoken = sizes.length > 2 && sizes.every((size) => size <= LONGEST_SPOKEN);
  // Only 15 digits have a check digit that shows they belong together.
  const fits = length === 15 ? spoken || isTacAndRest(sizes) : spoken && isChunked(sizes);
  const version = to < chain.groups.length ? to + 1 : to;
  return fits ? candidate(chain, { from, digitsTo: to, to: version, form: 'free' }) : undefined;
}

interface Extent {
  readonly from: number;
  readonly digitsTo: number;
  readonly to: number;
  readonly form: Candidate['form'];
}

function candidate(chain: Chain, { from, digitsTo, to, form }: Extent): Candidate {
  const version = to > digitsTo ? chain.groups[digitsTo]?.text : undefined;
  const isVersion = version?.length === SOFTWARE_VERSION && !(chain.gaps[digitsTo - 1] ?? '').includes('.');
  const plain = { from, to, characters: charactersOf(chain, from, digitsTo), form };
  return isVersion ? { ...plain, softwareVersion: version } : plain;
}

/**
 * Where the digits that start with these 14 end: the check digit or an IMEISV's software version is included if it is joined
 * in the same way or proves right.
 */
function tailAfter(chain: Chain, { from, to }: { from: number; to: number }, inner: string): number {
  const gap = chain.gaps[to - 1];
  const size = sizeAt(chain, to);
  if (gap === undefined) return to;
  if (size === SOFTWARE_VERSION) return gap === inner ? to + 1 : to;
  if (size !== CHECK_DIGIT) return to;
  return gap === inner || isTight(gap) || hasRightCheckDigit(charactersOf(chain, from, to + 1)) ? to + 1 : to;
}

/** Where a software version behind the digits ends. */
function versionAfter(chain: Chain, to: number, inner?: string): number {
  const gap = chain.gaps[to - 1];
  if (gap === undefined || sizeAt(chain, to) !== SOFTWARE_VERSION) return to;
  const isLast = to === chain.groups.length - 1;
  return gap.includes('/') || (isLast && gap === inner) ? to + 1 : to;
}

/** `490154203237518.0`, as spreadsheets and data frames write numbers. */
function endsInPointZero(chain: Chain, to: number): boolean {
  return (
    to === chain.groups.length - 1 &&
    chain.gaps[to - 1] === '.' &&
    /^0{1,2}$/.test(chain.groups[to]?.text ?? '')
  );
}

function standsFreeOnLeft(chain: Chain, from: number): boolean {
  return from === 0 || isOpen(chain, from - 1) || isWhole(chain, from - 1) || isOrdinal(chain, from);
}

function standsFreeOnRight(chain: Chain, to: number): boolean {
  return to === chain.groups.length || isOpen(chain, to - 1) || isWhole(chain, to);
}

/** A list number at the start of a line: `1.490154203237518`, `2)…`, `3-…`; a decimal fraction has no check digit. */
function isOrdinal(chain: Chain, from: number): boolean {
  if (from !== 1 || !chain.firstOnLine || !/^[1-9]\d{0,2}$/.test(chain.groups[0]?.text ?? '')) return false;
  return chain.gaps[0] !== '.' || asImei(chain.groups[1]?.text ?? '') !== undefined;
}

/** A separator that never occurs inside a number written as one run of digits. */
function isOpen(chain: Chain, gapIndex: number): boolean {
  return /[ ()/\\]/.test(chain.gaps[gapIndex] ?? ' ');
}

function isWhole(chain: Chain, index: number): boolean {
  const size = sizeAt(chain, index);
  return size >= 14 && size <= 16;
}

/** The end of the chain, or a different separator than those inside. */
function isEdge(chain: Chain, gapIndex: number, inner: string): boolean {
  const gap = gapIndex < 0 ? undefined : chain.gaps[gapIndex];
  if (gap === undefined || gap.includes('/') !== inner.includes('/')) return true;
  return isTight(inner) ? !isTight(gap) : !isTight(gap) && gap !== inner;
}

function isStray(chain: Chain, index: number): boolean {
  return sizeAt(chain, index) <= LONGEST_STRAY;
}

function startsCut(chain: Chain, index: number): boolean {
  return (
    isWhole(chain, index) ||
    CUTS.some((sizes) => sizes.every((size, at) => sizeAt(chain, index + at) === size))
  );
}

/** 8-7: the TAC, then the serial with the check digit. */
function isTacAndRest(sizes: readonly number[]): boolean {
  return sizes.length === 2 && sizes[0] === 8;
}

/** 4-4-4-3: groups of one size, of which the last may be shorter. */
function isChunked(sizes: readonly number[]): boolean {
  const [first = 0] = sizes;
  const last = sizes.at(-1) ?? 0;
  return first >= 3 && last <= first && sizes.slice(0, -1).every((size) => size === first);
}

function isTight(gap: string): boolean {
  return !gap.includes(' ');
}

function sizeAt(chain: Chain, index: number): number {
  return chain.groups[index]?.text.length ?? 0;
}

function sizeOf(chain: Chain, from: number, to: number): number {
  let size = 0;
  for (let index = from; index < to; index += 1) size += sizeAt(chain, index);
  return size;
}

/** The characters of some groups of a chain, without what separates them. */
export function charactersOf(chain: Chain, from: number, to: number): string {
  let characters = '';
  for (let index = from; index < to; index += 1) characters += chain.groups[index]?.text ?? '';
  return characters;
}
