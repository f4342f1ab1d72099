import type { DayAllowance } from '../../../src/checks/usage.ts';
import type { Action } from '../../../src/core/reply/reply.ts';
import { amountText } from '../../../src/format/texts/phrases.ts';
import { isAnswered, type ListEntry, nextOf, shortAllowanceIn } from '../../../src/lists/list.ts';
import { isOnItsWay, mayBePaid } from '../../../src/lists/outcome.ts';
import type { ImeiQuery } from '../imei-query.ts';
import { againEffect, COST_ACCEPTED, linesEffect } from './button-effects.ts';
import { writeLines } from './list-text.ts';

/**
 * The buttons that check the numbers without an answer. There are none if a limit has refused a
 * check: they would do nothing today.
 */
export function restActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  if (entries.some(({ outcome }) => outcome?.kind === 'refused')) return [];
  return [...retryActions(query, entries, opens), ...nextActions(query, entries)];
}

/** The button that repeats the checks that gave no answer. */
function retryActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const next = nextOf(entries);
  const unanswered = entries.filter((entry) => !isAnswered(entry) && !next.includes(entry));
  if (unanswered.length === 0) return [];
  return [
    {
      id: 'retry',
      label: retryText(query, unanswered, entries.length === 1),
      opens: unanswered.length < entries.length ? 'new' : opens,
      // The cost was accepted before, or the button says it: nothing is asked again.
      effect: linesEffect(query, writeLines(unanswered), COST_ACCEPTED),
    },
  ];
}

/** Whether a new try may cost twice. Not if the check is on its way: the try shares it. */
function mayBePaidTwice({ outcome }: ListEntry): boolean {
  return mayBePaid(outcome) && !isOnItsWay(outcome);
}

/** The label of the button that repeats checks. */
function retryText(
  { services, contextNow }: ImeiQuery,
  unanswered: readonly ListEntry[],
  isSingle: boolean,
): string {
  const { say } = contextNow();
  if (unanswered.some(mayBePaidTwice)) return say('actions.retryMaybePaid');
  const kinds = unanswered.map(({ outcome }) => outcome?.kind);
  if (isSingle && kinds[0] === 'unsaved') return say('actions.fresh');
  const isRepeat = isSingle || kinds.every((kind) => kind === 'failed' || kind === 'broke');
  if (isRepeat) return say('actions.retry');
  const cost = amountText(say, unanswered.length, services.settings.pricePerCheck);
  return say('actions.rest', { cost });
}

/**
 * The button that checks the next IMEIs of a list that is too long for one reply. It sends the
 * same list again, whose first answers are saved by then. With `--fresh`, which ignores saved
 * answers, it sends only the IMEIs that are left. If today's allowance is used up, it is for
 * tomorrow.
 */
function nextActions(query: ImeiQuery, entries: readonly ListEntry[]): readonly Action[] {
  const next = nextOf(entries);
  const allowance = shortAllowanceIn(entries);
  const most = allowance === undefined ? next.length : checksInADay(allowance);
  const count = Math.min(next.length, most, query.services.settings.batchMax);
  if (count === 0) return [];
  const label = query.contextNow().say('actions.next', { count });
  const effect =
    query.answers === 'fresh'
      ? linesEffect(query, writeLines(next), COST_ACCEPTED)
      : againEffect(query, COST_ACCEPTED);
  return [{ id: 'next', label, opens: 'new', effect }];
}

/** The checks that are left today, or all of tomorrow if none are. */
function checksInADay({ left, perDay }: DayAllowance): number {
  return left > 0 ? left : perDay;
}
