import { atOnce, type Steps } from '../../core/async/in-portions.ts';
import { withCardsUnmasked } from '../number/cards.ts';
import { asImei } from '../number/imei.ts';
import { hasRightCheckDigit } from '../number/luhn.ts';
import { readNumber } from '../number/read.ts';
import type { ImeiReading } from '../number/reading.ts';
import { type KnownTac, NONE_KNOWN } from '../number/repairs.ts';
import { withoutAddresses } from '../text/addresses.ts';
import { type Chain, FEWEST_MEANT, findChains } from '../text/chains.ts';
import { foldSteps } from '../text/fold.ts';
import { withCardsInOneRun } from '../text/spreadsheet-cards.ts';
import { attemptProblem } from './attempts.ts';
import { type Collection, createCollection, type Findings, type FoundImei } from './findings.ts';
import { isMeant, isMeantAsCard, isWorthTelling, type Place, standingIn } from './meaning.ts';
import { type Candidate, candidatesIn } from './shapes.ts';

/** A second number of a chain is told about when it is nearly as long as an IMEI. */
const FEWEST_BESIDE = 12;
const WHOLE_LENGTH = 15;

/**
 * Finds the IMEIs of a free text, in time linear in its length. What is plainly another kind of number is left
 * alone; what was meant as an IMEI and is none is reported with what is wrong: always where it is (nearly) the
 * whole text or labelled, in a longer text only where length and form leave little doubt.
 * @param known whether a TAC is in a table: for repairs, and for numbers that are in doubt
 */
export function findImeis(text: string, known: KnownTac = NONE_KNOWN): Findings {
  return atOnce(imeiSteps(text, known));
}

/** As {@link findImeis}, in steps: a long text need not hold up everything else. */
export function* imeiSteps(text: string, known: KnownTac = NONE_KNOWN): Steps<Findings> {
  const { collection } = yield* searchSteps(text, yield* foldSteps(text), known);
  return collection.findings;
}

interface Search {
  readonly collection: Collection;
  /** The folded text without its addresses; places in it are places in the text. */
  readonly searched: string;
}

/** Searches a text whose folded form is given. */
export function* searchSteps(text: string, folded: string, known: KnownTac): Steps<Search> {
  const collection = createCollection(text);
  const searched = yield* withoutAddresses(withCardsUnmasked(withCardsInOneRun(folded)));
  const chainText = yield* findChains(searched);
  const standingOf = standingIn(chainText);
  const alone = chainText.numbers === 1;
  for (const chain of chainText.chains) {
    if (chain.length < FEWEST_MEANT && !alone) continue;
    yield* search(chain, { standing: standingOf(chain), known, alone }, collection);
  }
  return { collection, searched };
}

interface SearchContext extends Place {
  /** The text has no other number. */
  readonly alone: boolean;
}

function* search(chain: Chain, context: SearchContext, collection: Collection): Steps<void> {
  const candidates: Candidate[] = [];
  for (const candidate of candidatesIn(chain)) {
    if (takeCandidate(candidate, chain, context, collection)) candidates.push(candidate);
    yield;
  }
  for (const rest of restsOf(chain, candidates)) {
    takeRest(rest, context, collection);
    yield;
  }
}

/** Returns whether the candidate is settled, so that nothing more is to be said of its groups. */
function takeCandidate(
  candidate: Candidate,
  chain: Chain,
  context: SearchContext,
  collection: Collection,
): boolean {
  if (isMeantAsCard(candidate, chain, context.known)) {
    collection.card(candidate, chain, isToBeTold(chain, context));
    return true;
  }
  if (!isMeant(candidate, chain, context)) return false;
  const result = readNumber(candidate.characters, knownFor(candidate.characters, context, collection));
  if (result.ok) collection.add(foundIn(chain, candidate, result));
  else if (isWorthTelling(result.problem, candidate, context.standing)) {
    collection.tell(chain, candidate, result.problem);
  }
  return true;
}

function takeRest(rest: Chain, context: SearchContext, collection: Collection): void {
  const characters = rest.groups.map(({ text }) => text).join('');
  const whole = { from: 0, to: rest.groups.length, characters, form: 'free' } as const;
  // In groups that no card has, only the check digit tells that they belong together.
  const together = rest.groups.length === 1 || hasRightCheckDigit(characters);
  if (together && isMeantAsCard(whole, rest, context.known)) {
    collection.card(whole, rest, isToBeTold(rest, context));
    return;
  }
  const known = knownFor(characters, context, collection);
  const problem = attemptProblem(rest, { ...context, known });
  if (problem?.kind === 'card') collection.card(whole, rest, isToBeTold(rest, context));
  else if (problem !== undefined && isToBeTold(rest, context)) collection.tell(rest, whole, problem);
}

/** What repairs are looked up in: in nothing where enough numbers of the text have been mended. */
function knownFor(characters: string, { known }: SearchContext, collection: Collection): KnownTac {
  const isMistyped = characters.length === WHOLE_LENGTH && asImei(characters) === undefined;
  return isMistyped && collection.mayRepair() ? known : NONE_KNOWN;
}

/** What is labelled as another number needs no comment, unless it is all there is. */
function isToBeTold({ label }: Chain, { alone }: SearchContext): boolean {
  return alone || label.kind !== 'other';
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
