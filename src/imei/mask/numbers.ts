import { hasRightCheckDigit } from '../digits.ts';
import type { Span } from '../find/findings.ts';
import { hasReportingBody, isInTestRange, TAC_LENGTH } from '../imei.ts';
import { isPrintedCard, OPEN_END } from '../number/cards.ts';
import { withSlippedDigits } from '../number/letters.ts';
import { isTimestamp, withoutStrangers } from '../number/other-numbers.ts';
import { numbered } from '../text/digit-runs.ts';
import { withDividedCards } from '../text/divided-cards.ts';
import { withoutEncoding } from '../text/encoded.ts';
import { foldText, UNSEEN } from '../text/fold.ts';
import { withMistypedCards } from '../text/mistyped-cards.ts';
import { withPlainDigits } from '../text/odd-digits.ts';
import { withScatteredCards } from '../text/scattered-cards.ts';
import { withCardsInOneRun } from '../text/spreadsheet-cards.ts';

/** Fewest digits of an IMEI: without its check digit. */
const FEWEST = 14;
/** Longest IMEI (with software version) or card number in one run. */
const LONGEST_RUN = 16;
/** Discord ids have 17 to 20 digits, SIM card numbers up to 22. A longer run is two numbers. */
const LONGEST_ID = 22;
/** Longest group of a printed number: the TAC. */
const LONGEST_GROUP = 8;
const WHOLE = 15;
/** How IMEIs are printed, with or without what follows the serial. */
const CUTS: readonly (readonly number[])[] = [
  [2, 6, 6],
  [6, 2, 6],
  [8, 6],
];
/** Between unusual separators, two groups are most likely two numbers. */
const FEWEST_BY_SHAPE = 3;
/** Longest check digit or software version. */
const LONGEST_TAIL = 2;
/** Separators between the groups of one number; in addresses a `+` means a space. */
const GAP = /^[ \-./_()\\+]{1,5}$/;
const ODD_GAP = /^[ ,:;|*#'"=~]{1,3}$/;
/** Includes invisible characters behind the digits: the rest of an encoded digit. */
const GROUP = /\d(?:\u200b*\d)*\u200b*/g;
/** Microseconds since 1970, from 2017 to 2033. */
const EPOCH_MICROS = /^1[5-9]\d{14}$/;

interface Group extends Span {
  readonly digits: string;
  /** How it is joined to the previous group. */
  readonly joint: 'none' | 'tight' | 'loose' | 'odd';
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a text that may be logged: of a number that may be an IMEI only the TAC is left, of one that may be a payment card
 * only the last four digits, in whatever form they are written, also with letters that look like digits. Discord ids,
 * timestamps, versions, addresses and decimals stay. Linear in the length of the text.
 */
export function maskNumbers(text: string): string {
  if (text.length < FEWEST) return text;
  const folded = withoutEncoding(foldText(withPlainDigits(text)));
  const digits = withSlippedDigits(withMistypedCards(folded));
  const { text: cards } = withDividedCards(withScatteredCards(numbered(digits)));
  const plain = withoutStrangers(withCardsInOneRun(cards));
  const parts: string[] = [];
  let done = 0;
  for (const chain of chainsOf(plain)) {
    for (const { from, to } of numbersIn(chain)) {
      const groups = chain.slice(from, to);
      const [first, last] = [groups[0], groups.at(-1)];
      if (first === undefined || last === undefined) continue;
      parts.push(text.slice(done, first.start), masked(digitsOf(groups)));
      done = last.end;
    }
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

/**
 * What may be shown of a number: the TAC, or the last digits of a possible card number. A number no phone has is masked
 * whole, since any part could be a serial.
 */
function masked(digits: string): string {
  const maybeCard = digits.length > LONGEST_RUN ? hasRightCheckDigit(digits) : isPrintedCard(digits);
  const maybeImei = hasReportingBody(digits) || isInTestRange(digits);
  if (maybeCard) return `…${digits.slice(-OPEN_END)}`;
  return maybeImei ? `${digits.slice(0, TAC_LENGTH)}…` : '…';
}

/** Chains of groups that may be one number or several in a row, and have enough digits for one. */
function* chainsOf(plain: string): Generator<readonly Group[]> {
  let chain: Group[] = [];
  let length = 0;
  for (const { 0: raw, index } of plain.matchAll(GROUP)) {
    const before = chain.at(-1);
    const joint = before === undefined ? 'none' : jointOf(plain.slice(before.end, index));
    if (joint === 'none') {
      if (length >= FEWEST) yield chain;
      chain = [];
      length = 0;
    }
    const digits = raw.replaceAll(UNSEEN, '');
    length += digits.length;
    chain.push({ digits, start: index, end: index + raw.length, joint });
  }
  if (length >= FEWEST) yield chain;
}

function jointOf(between: string): Group['joint'] {
  const seen = between.replaceAll(UNSEEN, '');
  if (GAP.test(seen)) return /[ +]/.test(seen) ? 'loose' : 'tight';
  return ODD_GAP.test(seen) ? 'odd' : 'none';
}

function* numbersIn(chain: readonly Group[]): Generator<Extent> {
  if (endByCheckDigit(chain, 0) === chain.length) {
    yield { from: 0, to: chain.length };
    return;
  }
  let rest = 0;
  let index = 0;
  while (index < chain.length) {
    const to =
      endOfRun(chain, index) ??
      endOfCut(chain, index) ??
      endOfSingles(chain, index) ??
      endOfLong(chain, index);
    if (to === undefined) {
      index += 1;
      continue;
    }
    yield* stretchesIn(chain, { from: rest, to: index });
    yield { from: index, to };
    rest = to;
    index = to;
  }
  yield* stretchesIn(chain, { from: rest, to: chain.length });
}

/** One run of digits, possibly with a check digit or software version behind it. */
function endOfRun(chain: readonly Group[], at: number): number | undefined {
  const digits = chain[at]?.digits ?? '';
  const { length } = digits;
  if (length < FEWEST || (length > LONGEST_RUN && length <= LONGEST_ID) || isMoment(digits)) return undefined;
  const next = chain[at + 1];
  const isTail = next?.joint === 'tight' && next.digits.length <= LONGEST_TAIL;
  return isTail ? at + 2 : at + 1;
}

/** The groups IMEIs are printed in. */
function endOfCut(chain: readonly Group[], at: number): number | undefined {
  const cut = CUTS.find((sizes) => sizes.every((size, index) => chain[at + index]?.digits.length === size));
  if (cut === undefined) return undefined;
  const to = at + cut.length;
  const isOdd = chain.slice(at + 1, to).some(({ joint }) => joint === 'odd');
  if ((isOdd && cut.length < FEWEST_BY_SHAPE) || isMoment(digitsOf(chain.slice(at, to)))) return undefined;
  const tail = chain[to];
  return tail !== undefined && tail.digits.length <= LONGEST_TAIL ? to + 1 : to;
}

/** Single digits in a row, whatever stands between them: nothing else is written so. */
function endOfSingles(chain: readonly Group[], at: number): number | undefined {
  let to = at;
  while (chain[to]?.digits.length === 1) to += 1;
  return to - at >= FEWEST ? to : undefined;
}

/** Unusual groups of which one is longer than any printed one: only the check digit identifies them. */
function endOfLong(chain: readonly Group[], from: number): number | undefined {
  const to = endByCheckDigit(chain, from);
  if (to === undefined) return undefined;
  return chain.slice(from, to).some(({ digits }) => digits.length > LONGEST_GROUP) ? to : undefined;
}

/** The end of the groups that together form an IMEI. */
function endByCheckDigit(chain: readonly Group[], from: number): number | undefined {
  let digits = '';
  for (let to = from; to < chain.length && digits.length < WHOLE; to += 1) {
    const group = chain[to];
    if (group === undefined || (to > from && group.joint === 'odd')) return undefined;
    digits += group.digits;
    if (digits.length === WHOLE) return hasRightCheckDigit(digits) && !isMoment(digits) ? to + 1 : undefined;
  }
  return undefined;
}

/** Any other short groups in a row with enough digits: they may be an IMEI in unusual groups. */
function* stretchesIn(chain: readonly Group[], { from, to }: Extent): Generator<Extent> {
  let start = from;
  for (let index = from; index <= to; index += 1) {
    const group = index < to ? chain[index] : undefined;
    const isLong = group !== undefined && group.digits.length > LONGEST_GROUP;
    if (group !== undefined && !isLong && (group.joint !== 'odd' || index === start)) continue;
    const digits = digitsOf(chain.slice(start, index));
    if (digits.length >= FEWEST && !isMoment(digits)) yield { from: start, to: index };
    start = isLong ? index + 1 : index;
  }
}

/** Starts like a year or like current microseconds, as no IMEI does. */
function isMoment(digits: string): boolean {
  return EPOCH_MICROS.test(digits) || (/^(?:19|20)/.test(digits) && isTimestamp(digits));
}

function digitsOf(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('');
}
