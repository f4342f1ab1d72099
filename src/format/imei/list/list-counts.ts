import type { ReplyParts } from '../../../core/reply/reply.ts';
import type { ImeiList } from '../../../lists/list.ts';
import { type EntryOutcome, mayBePaid } from '../../../lists/outcome.ts';
import type { ReplyContext } from '../../format.ts';
import { unitList } from '../../texts/phrases.ts';
import { isClash } from '../phone/clash.ts';

/** The outcomes of checks that the title of a list counts, in its order. */
const OUTCOMES = ['found', 'notFound', 'failed', 'unchecked'] as const;
type CountedOutcome = (typeof OUTCOMES)[number];
/** The number of checks of a list with each of these outcomes. */
export type Counts = Readonly<Record<CountedOutcome, number>>;

/** The outcomes of checks that were not sent. A stopped one may have been: see `mayBePaid`. */
const UNCHECKED: readonly EntryOutcome['kind'][] = ['refused', 'stopped', 'unsaved', 'later'];

export function countsOf({ entries }: ImeiList): Counts {
  const counts = { found: 0, notFound: 0, failed: 0, unchecked: 0 };
  for (const { outcome } of entries) counts[countedOutcomeOf(outcome)] += 1;
  return counts;
}

/**
 * The title: `3 found, 1 not found`, or another text if all numbers are found. An unsure or invalid
 * number does not count as found.
 */
export function listTitle(context: ReplyContext, list: ImeiList, counts: Counts): string {
  return areAllFound(list, counts)
    ? context.say('list.allFound', { count: counts.found })
    : unitList(context.say, countTexts(context, list, counts));
}

/**
 * `good` if all numbers are found, none of them unsure or invalid, and no phone clearly is another
 * one than the message says. `bad` without any answer.
 */
export function toneOf(list: ImeiList, counts: Counts): ReplyParts['tone'] {
  if (counts.found + counts.notFound === 0) return 'bad';
  const hasClash = list.entries.some(isClash);
  return areAllFound(list, counts) && !hasClash ? 'good' : 'warning';
}

export function countedOutcomeOf(outcome: EntryOutcome | undefined): CountedOutcome {
  // First, since a stopped check is among the unchecked ones by its kind.
  if (mayBePaid(outcome)) return 'failed';
  if (outcome === undefined || UNCHECKED.includes(outcome.kind)) return 'unchecked';
  if (outcome.kind !== 'answered') return 'failed';
  return outcome.answer.found ? 'found' : 'notFound';
}

function areAllFound(list: ImeiList, { found }: Counts): boolean {
  return found === list.entries.length && countUnconfirmed(list) === 0;
}

function countUnconfirmed({ unsure, invalid }: ImeiList): number {
  return unsure.length + invalid.length;
}

function countTexts(
  { say }: ReplyContext,
  { unsure, invalid }: ImeiList,
  counts: Counts,
): readonly string[] {
  const countBy = { ...counts, unsure: unsure.length, invalid: invalid.length };
  const counted = [...OUTCOMES, 'unsure', 'invalid'] as const;
  return counted
    .filter((each) => countBy[each] > 0)
    .map((each) => say(`list.counts.${each}`, { count: countBy[each] }));
}
