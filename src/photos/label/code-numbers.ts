import { mayBeBareImei } from '../../imei/digits.ts';
import { findNamedToo } from '../../imei/find/find.ts';
import type { FoundImei, FoundProblem } from '../../imei/find/findings.ts';
import { asImei, hasReportingBody, type Imei, isOfToday, isOftenTest } from '../../imei/imei.ts';
import { type ImeiProblem, MISREAD, UNNAMED, type WhyAsked } from '../../imei/number/reading.ts';
import { type Barcode, isLinear } from '../barcode.ts';
import { entriesOf, hasOddSignBehind, isRightBehindName } from './entries.ts';
import { gtinOf } from './gtin.ts';

/** A number that a person has to confirm, and why. */
export interface Doubted {
  readonly one: FoundImei;
  readonly doubt: WhyAsked;
}

/** What one code says of IMEIs. */
export interface CodeNumbers {
  /** Certain: labelled, in the code or by words beside it. */
  readonly found: readonly FoundImei[];
  /**
   * Without a label, or labelled with a prefix that today's phones do not have: an IMEI only if another number of the same phone
   * has a label, since other numbers may have the right check digit as well.
   */
  readonly incomplete: readonly FoundImei[];
  /** Those of the incomplete ones that words call an IMEI. */
  readonly called: readonly Imei[];
  /** In pairs of digits, named otherwise, or of a range that test devices have: a person has to say. */
  readonly doubtful: readonly Doubted[];
  readonly problems: readonly FoundProblem[];
}

/** Problems worth reporting for a number in a code: it was meant as an IMEI, or it is a card number. */
const TOLD: ReadonlySet<ImeiProblem['kind']> = new Set(['check-digit', 'placeholder', 'card', 'unassigned']);
const WHOLE_LENGTH = 15;
const NOTHING: CodeNumbers = { found: [], incomplete: [], called: [], doubtful: [], problems: [] };

/**
 * The IMEIs in one code. Its text is never cut: of bars with anything else beside the digits only what is labelled as an IMEI
 * counts, since a misread code has such characters. Square codes correct their errors, so their entries count like codes.
 */
export function numbersIn(code: Barcode): CodeNumbers {
  const text = code.text.trim();
  if (gtinOf(code) !== undefined || code.symbology === 'EANUPC') return NOTHING;
  // ITF encodes pairs of digits: 15 are padded with a zero.
  if (code.symbology === 'ITF' && /^0\d{15}$/.test(text)) return numbersIn({ ...code, text: text.slice(1) });
  if (mayBeBareImei(text)) return bareCode(code, text);
  const all = entriesOf(text).map(({ text: entry, isNamed, isOfRecord }) => {
    if (/imei/i.test(entry)) return labelledNumbers(entry, isLinear(code));
    if (isLinear(code) || !mayBeBareImei(entry)) return NOTHING;
    const numbers = bareNumber(entry, isNamed);
    return isOfRecord && !isNamed ? asked(numbers, UNNAMED) : numbers;
  });
  return {
    found: all.flatMap(({ found }) => found),
    incomplete: all.flatMap(({ incomplete }) => incomplete),
    called: all.flatMap(({ called }) => called),
    doubtful: all.flatMap(({ doubtful }) => doubtful),
    problems: all.flatMap(({ problems }) => problems),
  };
}

function bareCode(code: Barcode, digits: string): CodeNumbers {
  if (isHalf(code, digits)) return NOTHING;
  const numbers = withSlot(bareNumber(digits, code.named === 'imei'), code);
  const doubt = doubtOf(code);
  return doubt === undefined ? numbers : asked(numbers, doubt);
}

/** Why the digits of bars are asked about, whatever they are. */
function doubtOf({ named, words, symbology }: Barcode): WhyAsked | undefined {
  if (named === 'other') return words === undefined ? UNNAMED : { why: 'other-name', words };
  // Nobody prints an IMEI in pairs of digits, and a part of such a code looks like a whole one.
  return symbology === 'ITF' ? MISREAD : undefined;
}

/** Numbers with the slot that words give to their code. */
function withSlot(numbers: CodeNumbers, { slot }: Barcode): CodeNumbers {
  if (slot === undefined) return numbers;
  const labelled = (one: FoundImei): FoundImei => ({ ...one, label: `IMEI${slot}` });
  return {
    ...numbers,
    found: numbers.found.map(labelled),
    incomplete: numbers.incomplete.map(labelled),
  };
}

/** The numbers of a code, of which a person has to say whether they are IMEIs. */
function asked({ found, incomplete, doubtful }: CodeNumbers, doubt: WhyAsked): CodeNumbers {
  const all = [...found, ...incomplete, ...doubtful.map(({ one }) => one)];
  return { ...NOTHING, doubtful: all.map((one) => ({ one, doubt })) };
}

/** ITF and Code 39 have no checksum: half of a longer number may be read as a whole one. */
function isHalf({ symbology }: Barcode, digits: string): boolean {
  const unchecked = symbology === 'ITF' || symbology === 'Code39';
  return unchecked && asImei(digits) === undefined && !hasReportingBody(digits);
}

function labelledNumbers(entry: string, isOfBars: boolean): CodeNumbers {
  const { found, problems } = findNamedToo(entry);
  const judged = found.map(onFirstLine).map((one) => ({ one, doubt: doubtIn(entry, one.imei, isOfBars) }));
  return {
    ...NOTHING,
    found: judged.flatMap(({ one, doubt }) => (doubt === undefined ? [one] : [])),
    doubtful: judged.flatMap(({ one, doubt }) => (doubt === undefined ? [] : [{ one, doubt }])),
    problems: told(problems),
  };
}

/** Why a number of an entry with the word IMEI is asked about. */
function doubtIn(entry: string, imei: Imei, isOfBars: boolean): WhyAsked | undefined {
  if (!isRightBehindName(entry, imei)) return UNNAMED;
  return isOfBars && hasOddSignBehind(entry, imei) ? MISREAD : undefined;
}

function bareNumber(digits: string, isNamed: boolean): CodeNumbers {
  const { found, problems } = findNamedToo(digits);
  const numbers = found.map(onFirstLine);
  const called = isNamed ? numbers.map(({ imei }) => imei) : [];
  if (digits.length === WHOLE_LENGTH) {
    return {
      found: numbers.filter(({ imei }) => isNamed && isOfToday(imei)),
      incomplete: numbers.filter(({ imei }) => !(isNamed && isOfToday(imei)) && !isOftenTest(imei)),
      called,
      doubtful: numbers
        .filter(({ imei }) => isOftenTest(imei))
        .map((one) => ({ one, doubt: { why: 'unlikely' } })),
      problems: told(problems),
    };
  }
  // Nothing is said of other numbers that happen to have as many digits.
  return { ...NOTHING, incomplete: numbers, called, problems: told(problems).filter(isCard) };
}

/** Problems with a number that was meant as an IMEI, or with one that is a card's. */
function told(problems: readonly FoundProblem[]): readonly FoundProblem[] {
  return problems.filter(({ problem: { kind } }) => TOLD.has(kind)).map(onFirstLine);
}

/** Whether a problem is that the number is a card's. */
export function isCard({ problem }: FoundProblem): boolean {
  return problem.kind === 'card';
}

/** The lines inside of a code are of no use to a person. */
function onFirstLine<One extends { readonly line: number }>(one: One): One {
  return { ...one, line: 1 };
}
