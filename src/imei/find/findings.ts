import { maskedCard } from '../number/cards.ts';
import type { Imei } from '../number/imei.ts';
import type { ImeiProblem, OtherNumber } from '../number/problem.ts';
import type { ImeiReading } from '../number/reading.ts';
import type { Chain } from '../text/chains.ts';
import { withDigits } from '../text/letters.ts';
import type { Candidate } from './shapes.ts';

/** An IMEI in a text. */
export interface FoundImei extends ImeiReading {
  /** `IMEI2`, where the text says which slot it is of. */
  readonly label?: string;
  /** From 1. */
  readonly line: number;
}

/** A number in a text that was meant as an IMEI and is none. */
export interface FoundProblem {
  /** As it was typed, cut to {@link LONGEST_TEXT} characters; of a card number its last digits only. */
  readonly text: string;
  readonly line: number;
  readonly problem: ImeiProblem;
}

export interface Findings {
  /** In the order of the text, each IMEI once. */
  readonly found: readonly FoundImei[];
  readonly problems: readonly FoundProblem[];
  /** How many IMEIs were left out because they were there before. */
  readonly duplicates: number;
}

/** Where a number stands in a text; `end` is behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A payment card's number in a text. */
export interface CardSpan extends Span {
  /** Without what stands between them, and with a digit for each letter that slipped in. */
  readonly digits: string;
}

const LONGEST_TEXT = 60;
/** So many wrong numbers are told of, and no more. */
const MOST_PROBLEMS = 1_000;
/** So many wrong numbers are mended: repairs are offered where there are few. */
const MOST_REPAIRED = 20;
/** What stands on the same screen or in the same signature as an IMEI. */
const ASIDE: ReadonlySet<OtherNumber> = new Set(['phone', 'apple-serial']);

/** Gathers what a text holds while it is searched. */
export interface Collection {
  readonly findings: Findings;
  /** Every payment card's number, also those that are not told of. */
  readonly cards: readonly CardSpan[];
  /** Counts a number whose repairs are asked for. Returns whether they are to be thought out. */
  mayRepair(): boolean;
  /** Takes an IMEI, or counts it when it was there before. */
  add(one: FoundImei): void;
  /** Takes a problem of some groups of a chain. */
  tell(chain: Chain, extent: Pick<Candidate, 'from' | 'to'>, problem: ImeiProblem): void;
  /** Takes a card number, which begins with the group `from`; whether a person is told of it depends on where it stands. */
  card(number: Pick<Candidate, 'from' | 'characters'>, chain: Chain, told: boolean): void;
}

export function createCollection(text: string): Collection {
  const found = new Map<Imei, FoundImei>();
  const problems = new Map<string, FoundProblem>();
  const cards: CardSpan[] = [];
  let duplicates = 0;
  let repaired = 0;
  const put = (problem: FoundProblem): void => {
    if (problems.size < MOST_PROBLEMS && !problems.has(problem.text)) problems.set(problem.text, problem);
  };
  return {
    get findings() {
      const all = [...problems.values()];
      const others = all.filter((one) => !isAside(one));
      const told = found.size + others.length > 0 ? others : all;
      return { found: [...found.values()], problems: told, duplicates };
    },
    cards,
    mayRepair: () => {
      repaired += 1;
      return repaired <= MOST_REPAIRED;
    },
    add: (one) => {
      if (found.has(one.imei)) duplicates += 1;
      else found.set(one.imei, one);
    },
    tell: (chain, extent, problem) => {
      const span = spanOf(chain, extent);
      if (span === undefined) return;
      const plus =
        extent.from === 0 && chain.lead.includes('+') ? chain.lead.length - chain.lead.indexOf('+') : 0;
      const typed = text.slice(span.start - plus, Math.min(span.end, span.start + LONGEST_TEXT));
      put({ text: typed, line: chain.line, problem });
    },
    card: ({ from, characters }, chain, told) => {
      const span = spanOf(chain, { from, to: endOf(chain, from, characters.length) });
      if (span === undefined) return;
      const digits = withDigits(characters);
      cards.push({ ...span, digits });
      if (told) put({ text: maskedCard(digits), line: chain.line, problem: { kind: 'card' } });
    },
  };
}

function spanOf(chain: Chain, { from, to }: Pick<Candidate, 'from' | 'to'>): Span | undefined {
  const [first, last] = [chain.groups[from], chain.groups[to - 1]];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

/** Behind the groups that have so many characters: what follows a card number, like `.0`, is no part of it. */
function endOf({ groups }: Chain, from: number, length: number): number {
  let to = from;
  for (let left = length; left > 0 && to < groups.length; to += 1) left -= groups[to]?.text.length ?? 0;
  return to;
}

/** Beside an IMEI or an attempt at one, a phone number or a serial number was not meant as one. */
function isAside({ problem }: FoundProblem): boolean {
  return problem.kind === 'looks-like' && ASIDE.has(problem.what);
}
