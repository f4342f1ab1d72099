import type { Steps } from '../../core/async/event-loop.ts';
import { hasRightCheckDigit } from '../digits.ts';
import { asImei } from '../imei.ts';
import { type KnownTac, NONE_KNOWN, readNumber } from '../number/read.ts';
import type { ImeiReading } from '../number/reading.ts';
import { type Chain, type ChainText, FEWEST_MEANT, findChains } from '../text/chains.ts';
import type { CutOff } from '../text/exponents.ts';
import { attemptProblem } from './attempts.ts';
import { createFindingsCollector, type FindingsCollector, type FoundImei } from './findings.ts';
import {
  isCutOffMeant,
  isMeant,
  isMeantAsCard,
  isWorthTelling,
  type NumberContext,
  standingIn,
} from './meaning.ts';
import { type PreparedText, prepareSteps } from './prepared.ts';
import { type Candidate, candidatesIn, charactersOf } from './shapes.ts';

/** Fewest digits for which a second number in a chain is reported. */
const FEWEST_BESIDE = 12;
const WHOLE_LENGTH = 15;
const NOTHING: readonly Chain[] = [];
/** Numbers looked at in one step: few enough that it takes well under a millisecond. */
const NUMBERS_PER_STEP = 16;

interface Search extends Pick<PreparedText, 'searched' | 'scattered'> {
  readonly collector: FindingsCollector;
}

/** Searches a text for IMEIs and card numbers. @param folded what `foldSteps` makes of the text */
export function* searchSteps(text: string, folded: string, known: KnownTac): Steps<Search> {
  const { searched, scattered, cutOffs } = yield* prepareSteps(folded);
  const collector = createFindingsCollector(text, scattered);
  const chainText = yield* findChains(searched);
  const standingOf = standingIn(chainText);
  const alone = chainText.numbers === 1;
  const tellCutOffs = teller(cutOffs, { chainText, searched, collector });
  const meant = chainText.chains.filter(({ length }) => length >= FEWEST_MEANT || alone);
  let looked = 0;
  for (const chain of meant) {
    tellCutOffs(chain.groups[0]?.start ?? 0);
    const context = { standing: standingOf(chain), known, alone };
    const settled: Candidate[] = [];
    for (const candidate of candidatesIn(chain)) {
      if (takeCandidate(candidate, chain, context, collector)) settled.push(candidate);
      looked += 1;
      if (looked % NUMBERS_PER_STEP === 0) yield;
    }
    for (const rest of restsOf(chain, settled)) {
      takeRest(rest, context, collector);
      looked += 1;
      if (looked % NUMBERS_PER_STEP === 0) yield;
    }
  }
  tellCutOffs(text.length);
  collector.scattered();
  return { collector, scattered, searched };
}

interface Telling {
  readonly chainText: ChainText;
  readonly searched: string;
  readonly collector: FindingsCollector;
}

/** Returns a function that reports the numbers which a spreadsheet has cut off, up to an offset, those that count. */
function teller(
  cutOffs: readonly CutOff[],
  { chainText, searched, collector }: Telling,
): (to: number) => void {
  const left = cutOffs.values();
  let next = left.next();
  let line = 1;
  let lineEnd = searched.indexOf('\n');
  return (to) => {
    for (; !next.done && next.value.start < to; next = left.next()) {
      for (; lineEnd >= 0 && lineEnd < next.value.start; lineEnd = searched.indexOf('\n', lineEnd + 1))
        line += 1;
      if (isCutOffMeant(next.value, line, chainText)) collector.cutOff(next.value, line);
    }
  };
}

interface SearchContext extends NumberContext {
  /** The text has no other number. */
  readonly alone: boolean;
}

/** Returns whether the candidate is settled, so that its groups need no further report. */
function takeCandidate(
  candidate: Candidate,
  chain: Chain,
  context: SearchContext,
  collector: FindingsCollector,
): boolean {
  if (isMeantAsCard(candidate, chain, context.known)) {
    collector.card(candidate, chain, isToBeTold(chain, context));
    return true;
  }
  const { characters } = candidate;
  if (!isMeant(candidate, chain, context)) {
    const reading = readingOfOther(candidate, chain);
    if (reading !== undefined)
      collector.leave({ one: foundIn(chain, candidate, reading), start: startOf(chain, candidate) });
    return false;
  }
  // What has no place among the problems is not explained: a hostile text has thousands of such numbers.
  if (collector.isFull && isMistyped(characters)) return true;
  const first = readNumber(characters, NONE_KNOWN);
  const known = first.ok ? NONE_KNOWN : knownFor(characters, context, collector);
  const result = known === NONE_KNOWN ? first : readNumber(characters, known);
  if (result.ok) collector.add(foundIn(chain, candidate, result.reading), startOf(chain, candidate));
  else if (isWorthTelling(result.problem, candidate, context.standing)) {
    collector.tell(chain, candidate, result.problem);
  }
  return true;
}

/** A complete IMEI in one run, but for its label. */
function readingOfOther({ characters, from }: Candidate, { label, groups }: Chain): ImeiReading | undefined {
  if (label.kind !== 'other' || from > 0 || groups[0]?.text.length !== WHOLE_LENGTH) return undefined;
  const result = characters.length === WHOLE_LENGTH ? readNumber(characters, NONE_KNOWN) : undefined;
  return result?.ok ? result.reading : undefined;
}

function takeRest(rest: Chain, context: SearchContext, collector: FindingsCollector): void {
  const characters = charactersOf(rest, 0, rest.groups.length);
  const whole = { from: 0, to: rest.groups.length, characters, form: 'free' } as const;
  // In groups that no card is printed in, only the check digit shows that they belong together.
  const together = rest.groups.length === 1 || hasRightCheckDigit(characters);
  if (together && isMeantAsCard(whole, rest, context.known)) {
    collector.card(whole, rest, isToBeTold(rest, context));
    return;
  }
  const known = knownFor(characters, context, collector);
  const problem = attemptProblem(rest, characters, { standing: context.standing, known });
  if (problem?.kind === 'card') collector.card(whole, rest, isToBeTold(rest, context));
  else if (problem !== undefined && isToBeTold(rest, context)) collector.tell(rest, whole, problem);
}

/** The TACs to look repairs up in: none once enough numbers of the text have been repaired. */
function knownFor(characters: string, { known }: SearchContext, collector: FindingsCollector): KnownTac {
  return isMistyped(characters) && collector.mayRepair() ? known : NONE_KNOWN;
}

/** 15 characters that are no IMEI. */
function isMistyped(characters: string): boolean {
  return characters.length === WHOLE_LENGTH && asImei(characters) === undefined;
}

/** A number labelled as something else is only reported if the text has no other number. */
function isToBeTold({ label }: Chain, { alone }: SearchContext): boolean {
  return alone || label.kind !== 'other';
}

/**
 * The parts of a chain that are still to be explained: all of it if nothing was found in it, else the long groups between
 * the candidates.
 */
function restsOf(chain: Chain, candidates: readonly Candidate[]): readonly Chain[] {
  if (candidates.length === 0) return [chain];
  const [first] = candidates;
  if (first?.from === 0 && first.to === chain.groups.length) return NOTHING;
  let from = 0;
  const rests: Chain[] = [];
  for (const { from: to, to: next } of [...candidates, { from: chain.groups.length, to: 0 }]) {
    for (let index = from; index < to; index += 1) {
      if ((chain.groups[index]?.text.length ?? 0) >= FEWEST_BESIDE) rests.push(groupOf(chain, index));
    }
    from = next;
  }
  return rests;
}

/** One group of a chain as a chain of its own. What stands before the chain says nothing of the groups behind its first. */
function groupOf(chain: Chain, index: number): Chain {
  const groups = chain.groups.slice(index, index + 1);
  const alone = { ...chain, groups, gaps: [], length: groups[0]?.text.length ?? 0 };
  return index === 0 ? alone : { ...alone, lead: '', attached: false };
}

function foundIn(chain: Chain, candidate: Candidate, reading: ImeiReading): FoundImei {
  const { softwareVersion } = candidate;
  const slot = slotOf(chain, candidate);
  const { line } = chain;
  // A copy takes several times as long where a property is added to it than where it is added to one.
  if (softwareVersion === undefined && slot === undefined) return { line, ...reading };
  return {
    line,
    ...reading,
    ...(softwareVersion === undefined ? undefined : { softwareVersion }),
    ...(slot === undefined ? undefined : { label: `IMEI${slot}` }),
  };
}

function startOf({ groups }: Chain, { from }: Candidate): number {
  return groups[from]?.start ?? 0;
}

/** A label applies to the first number behind it. */
function slotOf({ label, groups }: Chain, { from }: Candidate): string | undefined {
  if (from === 0) return label.slot?.toString();
  const [first] = groups;
  return from === 1 && label.slotAhead && first?.text.length === 1 ? first.text : undefined;
}
