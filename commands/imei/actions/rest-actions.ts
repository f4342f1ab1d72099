import type { Action } from '../../../src/core/reply.ts';
import { amountText } from '../../../src/format/phrases.ts';
import {
  dayLeftIn,
  isAnswered,
  type ListEntry,
  laterOf,
  mayBePaid,
} from '../../../src/lists/list.ts';
import type { ImeiQuery } from '../query.ts';
import { againEffect, COST_ACCEPTED, linesEffect } from './effects.ts';
import { writeLines } from './list-text.ts';

/**
 * The buttons that check what has no answer yet. There are none while a limit refuses it: they
 * would do nothing today.
 */
export function restActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  if (entries.some(({ outcome }) => outcome?.kind === 'refused')) return [];
  return [...retryActions(query, entries, opens), ...nextActions(query, entries)];
}

/** The button that checks again what this answer was to check. */
function retryActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const later = laterOf(entries);
  const open = entries.filter((entry) => !isAnswered(entry) && !later.includes(entry));
  if (open.length === 0) return [];
  return [
    {
      id: 'retry',
      label: retryText(query, open, entries.length === 1),
      opens: open.length < entries.length ? 'new' : opens,
      // They were accepted before, or the button says what they cost: nothing is asked again.
      effect: linesEffect(query, writeLines(open), COST_ACCEPTED),
    },
  ];
}

/** What the button says that checks what has no answer. */
function retryText(
  { services, view }: ImeiQuery,
  open: readonly ListEntry[],
  isSingle: boolean,
): string {
  const { say } = view();
  if (mayBePaid(open)) return say('actions.retryMaybePaid');
  const kinds = open.map(({ outcome }) => outcome?.kind);
  if (isSingle && kinds[0] === 'unsaved') return say('actions.fresh');
  const isRepeat = isSingle || kinds.every((kind) => kind === 'failed' || kind === 'broke');
  if (isRepeat) return say('actions.retry');
  const cost = amountText(say, open.length, services.settings.pricePerCheck);
  return say('actions.rest', { cost });
}

/**
 * The button that checks the next IMEIs of a list that is too long for one answer: it sends the
 * same list, whose first answers are saved. If saved answers do not count, it sends only those that
 * are left. There is none while the person’s day is used up.
 */
function nextActions(query: ImeiQuery, entries: readonly ListEntry[]): readonly Action[] {
  const later = laterOf(entries);
  const left = dayLeftIn(entries)?.left ?? later.length;
  const count = Math.min(later.length, left, query.services.settings.batchMax);
  if (count === 0) return [];
  const label = query.view().say('actions.next', { count });
  const effect =
    query.answers === 'fresh'
      ? linesEffect(query, writeLines(later), COST_ACCEPTED)
      : againEffect(query, COST_ACCEPTED);
  return [{ id: 'next', label, opens: 'new', effect }];
}
