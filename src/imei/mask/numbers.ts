import type { Span } from '../find/findings.ts';
import { isPrintedCard } from '../number/cards.ts';
import { hasRightCheckDigit } from '../number/luhn.ts';
import { isTimestamp } from '../number/other-numbers.ts';
import { hasReportingBody, isInTestRange } from '../number/reporting-body.ts';
import { withoutStrangers } from '../number/strangers.ts';
import { withoutEncoding } from '../text/encoded.ts';
import { foldText, UNSEEN } from '../text/fold.ts';
import { withSlippedDigits } from '../text/letters.ts';
import { withCardsInOneRun } from '../text/spreadsheet-cards.ts';

/** Fewest digits of an IMEI: without its check digit. */
const FEWEST = 14;
/** An IMEI with its software version, and a card number, are no longer where they are one run. */
const LONGEST_RUN = 16;
/** Ids of Discord have 17 to 20 digits, those of SIM cards up to 22. What is longer is two numbers in a row. */
const LONGEST_ID = 22;
/** A group of a number that is written in groups has no more digits: the TAC. */
const LONGEST_GROUP = 8;
const WHOLE = 15;
/** How IMEIs are printed, with or without what stands behind the serial. */
const CUTS: readonly (readonly number[])[] = [
  [2, 6, 6],
  [6, 2, 6],
  [8, 6],
];
/** Between other signs than those of an IMEI, two groups are most likely two numbers. */
const FEWEST_BY_SHAPE = 3;
/** A check digit or a software version. */
const LONGEST_TAIL = 2;
const OPEN_TAC = 8;
const OPEN_END = 4;
/** What stands between the groups of one number; behind a `+`, addresses mean a space. */
const GAP = /^[ \-./_()\\+]{1,5}$/;
const ODD_GAP = /^[ ,:;|*#'"=~]{1,3}$/;
/** With what is not seen behind it: the rest of an encoded digit. */
const GROUP = /\d(?:\u200b*\d)*\u200b*/g;
/** Microseconds since 1970, from 2017 to 2033. */
const EPOCH_MICROS = /^1[5-9]\d{14}$/;

interface Group extends Span {
  readonly digits: string;
  /** How it is joined to the group before. */
  readonly joint: 'none' | 'tight' | 'loose' | 'odd';
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/**
 * A text as it may be logged: of every number that may be an IMEI only its TAC is left, and of one that may be a payment
 * card's only its last four digits, however they are written, also with letters that look like digits. Ids of Discord, moments, versions, addresses and decimals
 * stay. In time linear in the length of the text.
 */
export function maskNumbers(text: string): string {
  if (text.length < FEWEST) return text;
  const plain = withoutStrangers(withCardsInOneRun(withSlippedDigits(withoutEncoding(foldText(text)))));
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

/** What is left of a number: the TAC, or the end of one that may be a card. Of what no phone has, a part could be a serial. */
function masked(digits: string): string {
  const maybeCard = digits.length > LONGEST_RUN ? hasRightCheckDigit(digits) : isPrintedCard(digits);
  const maybeImei = hasReportingBody(digits) || isInTestRange(digits);
  if (maybeCard) return `…${digits.slice(-OPEN_END)}`;
  return maybeImei ? `${digits.slice(0, OPEN_TAC)}…` : '…';
}

/** Groups of digits that may be one number, or several in a row; only such as have enough digits for one. */
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
    const to = endOfRun(chain, index) ?? endOfCut(chain, index) ?? endOfLong(chain, index);
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

/** One run of digits, perhaps with its check digit or software version behind it. */
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

/** Groups of somebody's own, of which one is longer than any that is printed: only the check digit tells. */
function endOfLong(chain: readonly Group[], from: number): number | undefined {
  const to = endByCheckDigit(chain, from);
  if (to === undefined) return undefined;
  return chain.slice(from, to).some(({ digits }) => digits.length > LONGEST_GROUP) ? to : undefined;
}

/** The end of the groups that are an IMEI together, whatever they are. */
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

/** Whatever else of short groups in a row has enough digits: nobody can tell that it is no number in somebody's own groups. */
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

/** No IMEI begins like a year, nor like today's microseconds. */
function isMoment(digits: string): boolean {
  return EPOCH_MICROS.test(digits) || (/^(?:19|20)/.test(digits) && isTimestamp(digits));
}

function digitsOf(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('');
}
