import { withoutAddresses } from './addresses.ts';
import { attemptProblem } from './attempts.ts';
import { type Chain, FEWEST_MEANT, findChains } from './chains.ts';
import { foldText } from './fold.ts';
import type { Imei } from './imei.ts';
import { isMeant, isWorthTelling, type Place, standingIn } from './meaning.ts';
import type { ImeiProblem, OtherNumber } from './problem.ts';
import { type ImeiReading, readNumber } from './read.ts';
import type { KnownTac } from './repairs.ts';
import { type Candidate, candidatesIn } from './shapes.ts';

/** An IMEI in a text. */
export interface FoundImei extends ImeiReading {
  /** `IMEI2`, where the text says which slot it is of. */
  readonly label?: string;
  /** From 1. */
  readonly line: number;
}

/** A number in a text that was meant as an IMEI and is none. */
export interface FoundProblem {
  /** As it was typed, cut to {@link LONGEST_TEXT} characters. */
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

const LONGEST_TEXT = 60;
/** A second number of a chain is told about when it is nearly as long as an IMEI. */
const FEWEST_BESIDE = 12;
/** So many wrong numbers are told of, and no more. */
const MOST_PROBLEMS = 1_000;
const NONE_KNOWN: KnownTac = () => false;
/** What stands on the same screen or in the same signature as an IMEI. */
const ASIDE: ReadonlySet<OtherNumber> = new Set(['phone', 'apple-serial']);

/**
 * Finds the IMEIs of a free text, in time linear in its length. What is plainly another kind of number is left
 * alone; what was meant as an IMEI and is none is reported with what is wrong: always where it is (nearly) the
 * whole text or labelled, in a longer text only where length and form leave little doubt.
 * @param known whether a TAC is in a table: for repairs, and for numbers that are in doubt
 */
export function findImeis(text: string, known: KnownTac = NONE_KNOWN): Findings {
  const chainText = findChains(withoutAddresses(foldText(text)));
  const standingOf = standingIn(chainText);
  const alone = chainText.numbers === 1;
  const collection = createCollection(text);
  for (const chain of chainText.chains) {
    if (chain.length < FEWEST_MEANT && !alone) continue;
    search(chain, { standing: standingOf(chain), known, alone }, collection);
  }
  return collection.findings;
}

interface SearchContext extends Place {
  /** The text has no other number. */
  readonly alone: boolean;
}

function search(chain: Chain, context: SearchContext, collection: Collection): void {
  const candidates = candidatesIn(chain).filter((candidate) => isMeant(candidate, chain, context));
  for (const candidate of candidates) {
    const result = readNumber(candidate.characters, collection.isFull ? NONE_KNOWN : context.known);
    if (result.ok) collection.add(foundIn(chain, candidate, result));
    else if (isWorthTelling(result.problem, candidate, context.standing)) {
      collection.tell(chain, candidate, result.problem);
    }
  }
  for (const rest of restsOf(chain, candidates)) {
    const problem = attemptProblem(rest, context);
    // What is labelled as another number needs no comment, unless it is all there is.
    if (problem !== undefined && (context.alone || chain.label.kind !== 'other'))
      collection.tell(rest, { from: 0, to: rest.groups.length }, problem);
  }
}

/** The chain itself when nothing was found in it, or the long groups beside what was. */
function restsOf(chain: Chain, candidates: readonly Candidate[]): readonly Chain[] {
  if (candidates.length === 0) return [chain];
  let from = 0;
  const rests: Chain[] = [];
  for (const { from: to, to: next } of [...candidates, { from: chain.groups.length, to: 0 }]) {
    for (const group of chain.groups.slice(from, to)) {
      if (group.text.length >= FEWEST_BESIDE) {
        rests.push({ ...chain, groups: [group], gaps: [], length: group.text.length });
      }
    }
    from = next;
  }
  return rests;
}

function foundIn(
  chain: Chain,
  candidate: Candidate,
  { ok: _, ...reading }: ImeiReading & { ok: true },
): FoundImei {
  const slot = slotOf(chain, candidate);
  return {
    ...reading,
    ...(candidate.softwareVersion !== undefined && { softwareVersion: candidate.softwareVersion }),
    ...(slot !== undefined && { label: `IMEI${slot}` }),
    line: chain.line,
  };
}

/** A label is about the first number behind it. */
function slotOf({ label, groups }: Chain, { from }: Candidate): string | undefined {
  if (from === 0) return label.slot?.toString();
  const [first] = groups;
  return from === 1 && label.slotAhead && first?.text.length === 1 ? first.text : undefined;
}

interface Collection {
  readonly findings: Findings;
  /** No more problems are told, so that none need be thought through. */
  readonly isFull: boolean;
  /** Takes an IMEI, or counts it when it was there before. */
  add(one: FoundImei): void;
  /** Takes a problem of some groups of a chain. */
  tell(chain: Chain, extent: Pick<Candidate, 'from' | 'to'>, problem: ImeiProblem): void;
}

function createCollection(text: string): Collection {
  const found = new Map<Imei, FoundImei>();
  const problems = new Map<string, FoundProblem>();
  let duplicates = 0;
  return {
    get findings() {
      const all = [...problems.values()];
      const others = all.filter((one) => !isAside(one));
      const told = found.size + others.length > 0 ? others : all;
      return { found: [...found.values()], problems: told, duplicates };
    },
    get isFull() {
      return problems.size >= MOST_PROBLEMS;
    },
    add: (one) => {
      if (found.has(one.imei)) duplicates += 1;
      else found.set(one.imei, one);
    },
    tell: (chain, { from, to }, problem) => {
      const [first, last] = [chain.groups[from], chain.groups[to - 1]];
      if (first === undefined || last === undefined) return;
      const plus = from === 0 && chain.lead.includes('+') ? chain.lead.length - chain.lead.indexOf('+') : 0;
      const typed = text.slice(first.start - plus, Math.min(last.end, first.start + LONGEST_TEXT));
      if (problems.size < MOST_PROBLEMS && !problems.has(typed))
        problems.set(typed, { text: typed, line: chain.line, problem });
    },
  };
}

/** Beside an IMEI or an attempt at one, a phone number or a serial number was not meant as one. */
function isAside({ problem }: FoundProblem): boolean {
  return problem.kind === 'looks-like' && ASIDE.has(problem.what);
}
