import type { Imei } from '../imei.ts';
import { maskedCard } from '../number/cards.ts';
import { withDigits } from '../number/letters.ts';
import type { ImeiProblem, ImeiReading, OtherNumber } from '../number/reading.ts';
import type { Chain } from '../text/chains.ts';
import { type ScatteredCard, scatteredIn } from '../text/scattered-cards.ts';
import type { Candidate } from './shapes.ts';

/** An IMEI found in a text. */
export interface FoundImei extends ImeiReading {
  /** `IMEI2`, if the text says which slot it belongs to. */
  readonly label?: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** What it was read from on a picture; undefined if it was typed. */
  readonly readFrom?: 'bars' | 'text';
  /** The text is a document's own, so that no digit of it can be misread. */
  readonly isExact?: true;
}

/** A number in a text that was meant as an IMEI but is invalid. */
export interface FoundProblem {
  /** As typed, cut to {@link LONGEST_TEXT} characters; of a card number only the last digits. */
  readonly text: string;
  /** Line of the text, from 1. */
  readonly line: number;
  /** Why it is no IMEI. */
  readonly problem: ImeiProblem;
  /** What a doubtful number was read from on a picture. */
  readonly readFrom?: 'bars' | 'text';
}

/** Numbers that look like IMEIs and have another name, beside some that are called so: they are not checked unasked. */
export interface Aside {
  /** The title of their column, or what stands before them. */
  readonly name: string;
  readonly imeis: readonly Imei[];
}

/** Everything that was found in a text. */
export interface Findings {
  /** In the order of the text, each IMEI once. */
  readonly found: readonly FoundImei[];
  /** In the order of the text, each number once. */
  readonly problems: readonly FoundProblem[];
  /** How many IMEIs were left out as repetitions. */
  readonly duplicates: number;
  readonly aside?: readonly Aside[];
}

/** The position of a number in a text, in UTF-16 units. */
export interface Span {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
}

/** Where in a text its numbers begin, in UTF-16 units. */
export interface Places {
  /** The first place of each, in the order of the IMEIs that were found. */
  readonly first: readonly number[];
  /** The others of those that come again. */
  readonly again: ReadonlyMap<Imei, readonly number[]>;
  /** Where the invalid numbers begin that were told. */
  readonly told: ReadonlyMap<FoundProblem, number>;
  /** Complete numbers that a label calls something else, in the order of the text. */
  readonly left: readonly LeftNumber[];
}

/** A number in the form of an IMEI that is labelled as something else. */
export interface LeftNumber {
  readonly one: FoundImei;
  readonly start: number;
}

/** A payment card number in a text. */
export interface CardSpan extends Span {
  /** The digits without separators; a letter that stands for a digit is replaced. */
  readonly digits: string;
}

const LONGEST_TEXT = 60;
/** Most places of one IMEI that are looked at. */
const MOST_PLACES = 10;
/** Most invalid numbers that are reported. */
const MOST_PROBLEMS = 1_000;
/** Most numbers labelled as something else that are asked about. */
const MOST_LEFT = 100;
/** Most invalid numbers for which repairs are computed: they are only offered if there are few. */
const MOST_REPAIRED = 20;
/** Numbers found on the same screen or in the same signature as an IMEI. */
const ASIDE: ReadonlySet<OtherNumber> = new Set(['phone', 'apple-serial']);

/** Collects the numbers of a text while it is searched. */
export interface FindingsCollector {
  /** What was found so far. */
  readonly findings: Findings;
  /** Where in the text the IMEIs begin. */
  readonly places: Places;
  /** Every payment card number, also those that are not reported. */
  readonly cards: readonly CardSpan[];
  /** No other problem is reported, whatever it is. */
  readonly isFull: boolean;
  /** Counts a number whose repairs are requested. Returns whether they are to be computed. */
  mayRepair(): boolean;
  /** Adds an IMEI that begins at `start`, or counts it as a repetition. */
  add(one: FoundImei, start: number): void;
  /** Adds a number that is labelled as something else, in case there is no other. */
  leave(number: LeftNumber): void;
  /** Adds a problem with some groups of a chain. */
  tell(chain: Chain, extent: Pick<Candidate, 'from' | 'to'>, problem: ImeiProblem): void;
  /** Adds a number of which a spreadsheet has left only the first digits. */
  cutOff(span: Span, line: number): void;
  /** Adds the card numbers that other text divides. */
  scattered(): void;
  /** Adds a card number that starts at the group `from`; `told` says whether it is reported. */
  card(number: Pick<Candidate, 'from' | 'characters'>, chain: Chain, told: boolean): void;
}

/**
 * Creates the collector of one text.
 * @param scattered its card numbers that other text divides: their groups are attempts at nothing else
 */
export function createFindingsCollector(
  text: string,
  scattered: readonly ScatteredCard[],
): FindingsCollector {
  const found = new Map<Imei, FoundImei>();
  const first: number[] = [];
  const again = new Map<Imei, number[]>();
  const problems = new Map<string, FoundProblem>();
  const toldAt = new Map<FoundProblem, number>();
  const left: LeftNumber[] = [];
  const cards: CardSpan[] = [];
  let duplicates = 0;
  let repaired = 0;
  const isFull = (): boolean => problems.size >= MOST_PROBLEMS;
  const put = (problem: FoundProblem): void => {
    if (!isFull() && !problems.has(problem.text)) problems.set(problem.text, problem);
  };
  return {
    get findings() {
      const all = [...problems.values()];
      const others = all.filter((one) => !isAside(one));
      const told = found.size + others.length > 0 ? others : all;
      return { found: [...found.values()], problems: told, duplicates };
    },
    places: { first, again, told: toldAt, left },
    cards,
    get isFull() {
      return isFull();
    },
    mayRepair: () => {
      repaired += 1;
      return repaired <= MOST_REPAIRED;
    },
    add: (one, start) => {
      if (!found.has(one.imei)) {
        found.set(one.imei, one);
        first.push(start);
        return;
      }
      duplicates += 1;
      const own = again.get(one.imei) ?? [];
      if (own.length < MOST_PLACES) again.set(one.imei, [...own, start]);
    },
    leave: (number) => {
      if (left.length < MOST_LEFT) left.push(number);
    },
    tell: (chain, extent, problem) => {
      const span = isFull() ? undefined : spanOf(chain, extent);
      if (span === undefined) return;
      const card = scatteredIn(scattered, span);
      if (card !== undefined) {
        put(asProblem(card));
        return;
      }
      const plus =
        extent.from === 0 && chain.lead.includes('+') ? chain.lead.length - chain.lead.indexOf('+') : 0;
      const typed = text.slice(span.start - plus, Math.min(span.end, span.start + LONGEST_TEXT));
      const told: FoundProblem = { text: typed, line: chain.line, problem };
      put(told);
      toldAt.set(told, span.start);
    },
    cutOff: ({ start, end }, line) =>
      put({ text: text.slice(start, end), line, problem: { kind: 'cut-off', copied: true } }),
    scattered: () => scattered.map(asProblem).forEach(put),
    card: ({ from, characters }, chain, told) => {
      const span = spanOf(chain, { from, to: endOf(chain, from, characters.length) });
      if (span === undefined) return;
      const digits = withDigits(characters);
      cards.push({ start: span.start, end: span.end, digits });
      if (told && !isFull()) put(asProblem({ digits, line: chain.line }));
    },
  };
}

function asProblem({ digits, line }: Pick<ScatteredCard, 'digits' | 'line'>): FoundProblem {
  return { text: maskedCard(digits), line, problem: { kind: 'card' } };
}

function spanOf(chain: Chain, { from, to }: Pick<Candidate, 'from' | 'to'>): Span | undefined {
  const first = chain.groups[from];
  const last = chain.groups[to - 1];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

/**
 * The index behind the groups that contain so many characters: what follows a card number, such as `.0`, is not part of it.
 */
function endOf({ groups }: Chain, from: number, length: number): number {
  let to = from;
  for (let left = length; left > 0 && to < groups.length; to += 1) left -= groups[to]?.text.length ?? 0;
  return to;
}

/** Next to an IMEI or an attempt at one, a phone number or a serial number was not meant as an IMEI. */
function isAside({ problem }: FoundProblem): boolean {
  return problem.kind === 'looks-like' && ASIDE.has(problem.what);
}
