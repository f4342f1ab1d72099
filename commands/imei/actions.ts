import type { Action } from '../../src/core/reply.ts';
import { amountText } from '../../src/format/phrases.ts';
import {
  dayLeftIn,
  deviceIn,
  type ImeiList,
  inOrder,
  isAnswered,
  type ListEntry,
  laterOf,
  mayBePaid,
  phoneOf,
} from '../../src/lists/list.ts';
import { isPaid } from '../../src/lists/outcome.ts';
import { againEffect, isUsable, linesEffect, plainAction, SAVED } from './effects.ts';
import { writeLine, writeLines, writeUnconfirmed } from './list-text.ts';
import { offerActions } from './offers.ts';
import type { ImeiQuery } from './query.ts';

/** Most phones of a list that a button shows to everyone. */
const MAX_SHARED = 100;
/** For a button whose press accepts the cost. */
const COST_ACCEPTED = { confirmed: true } as const;

/**
 * The button that stops a running list.
 * @param also the ids of requests that check the same numbers for the same person
 */
export function stopAction(query: ImeiQuery, also: readonly string[]): Action {
  const effect = { kind: 'stop', ...(also.length > 0 && { also }) } as const;
  return { ...plainAction(query, 'stop', 'here', effect), style: 'danger' };
}

/** The button that shows a list under way once more, for nothing. */
export function showActions(query: ImeiQuery): readonly Action[] {
  return [plainAction(query, 'show', 'here', againEffect(query, SAVED))];
}

/**
 * The buttons below a long list before it runs.
 * @param first how many of it can be checked today, if not all
 */
export function costQuestionActions(
  query: ImeiQuery,
  first: number | undefined,
): readonly Action[] {
  const check = plainAction(query, 'check', 'here', againEffect(query, COST_ACCEPTED));
  const { say } = query.view();
  const isForSome = first !== undefined && first > 0;
  const label = isForSome ? say('actions.checkFirst', { count: first }) : check.label;
  return [
    { ...check, label, style: 'primary' },
    plainAction(query, 'leave', 'here', { kind: 'dismiss' }),
  ];
}

/**
 * The buttons below an answer in text. Those for only some of its numbers open a new reply.
 */
export function answerActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  const { entries, unsure, invalid } = list;
  const hasOthers = entries.length > 0 && unsure.length + invalid.length > 0;
  const opens = hasOthers ? 'new' : 'here';
  return usable([
    ...detailActions(query, entries, opens),
    ...freshActions(query, entries, opens),
    ...retryActions(query, entries, opens),
    ...nextActions(query, entries),
    ...listActions(query, list),
    ...visibilityActions(query, list),
    ...offerActions(query, list, opens),
  ]);
}

/** The buttons below an answer that is a table. */
export function tableAnswerActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  return usable([
    ...tableActions(query, list.entries),
    ...retryActions(query, list.entries, 'new'),
    ...nextActions(query, list.entries),
    ...offerActions(query, list, 'new'),
  ]);
}

/** The buttons below a list as a file: nobody sent that, so no answer comes back in it. */
export function listFileActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  return usable([
    ...retryActions(query, list.entries, 'new'),
    ...offerActions(query, { ...list, isTable: false }, 'new'),
  ]);
}

function usable(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ effect }) => isUsable(effect));
}

/** Whether there is more to show of an answer than brand and model. */
function hasDetails(entries: readonly ListEntry[]): boolean {
  return entries.some((entry) => deviceIn(entry)?.level === 'FULL');
}

/** All details of one phone, and back. */
function detailActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const lines = writeLines(entries);
  const full = plainAction(
    query,
    'full',
    opens,
    linesEffect(query, lines, { detail: 'full', ...SAVED }),
  );
  if (hasFormerAnswer(query, entries)) return [full];
  if (phoneOf(entries) === undefined || !hasDetails(entries)) return [];
  if (query.detail === 'brief') return [full];
  return [
    plainAction(query, 'less', 'here', linesEffect(query, lines, { detail: 'brief', ...SAVED })),
  ];
}

/** Whether a single phone was to be looked up again and was not, so that its saved answer is. */
function hasFormerAnswer({ answers }: ImeiQuery, [first, ...more]: readonly ListEntry[]): boolean {
  const kind = first?.outcome?.kind;
  return answers === 'fresh' && more.length === 0 && (kind === 'failed' || kind === 'refused');
}

/** Looks a single phone up again whose answer was saved. */
function freshActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const [first, ...more] = entries;
  if (first === undefined || more.length > 0) return [];
  if (!isAnswered(first) || isPaid(first.outcome)) return [];
  return [
    plainAction(query, 'fresh', opens, linesEffect(query, writeLines(entries), { fresh: true })),
  ];
}

/**
 * The same table from saved answers: with all details, or because it could not be sent or lacks
 * some answers.
 */
function tableActions(query: ImeiQuery, entries: readonly ListEntry[]): readonly Action[] {
  if (entries.length === 0) return [];
  const file = plainAction(query, 'file', 'new', againEffect(query, SAVED));
  const again: Action = entries.every(isAnswered) ? { ...file, ifUnsent: true } : file;
  if (query.detail === 'full' || !hasDetails(entries)) return [again];
  return [
    plainAction(query, 'full', 'new', againEffect(query, { detail: 'full', ...SAVED })),
    again,
  ];
}

/** The button that checks what has no answer. There is none while a limit refuses all. */
function retryActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const later = laterOf(entries);
  const open = entries.filter((entry) => !isAnswered(entry) && !later.includes(entry));
  const isSingle = entries.length === 1;
  if (open.length === 0 || isRefused(entries)) return [];
  return [
    {
      id: 'retry',
      label: retryText(query, open, isSingle),
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

/** Whether a limit was reached: then a button that checks more would do nothing today. */
function isRefused(entries: readonly ListEntry[]): boolean {
  return entries.some(({ outcome }) => outcome?.kind === 'refused');
}

/**
 * The button that checks the next IMEIs of a list that is too long for one answer: it sends the
 * same list, whose first answers are saved. If saved answers do not count, it sends only those that
 * are left. There is none while the person’s day is used up, or a limit refuses all.
 */
function nextActions(query: ImeiQuery, entries: readonly ListEntry[]): readonly Action[] {
  const later = laterOf(entries);
  const left = dayLeftIn(entries)?.left ?? later.length;
  const count = Math.min(later.length, left, query.services.settings.batchMax);
  if (count === 0 || isRefused(entries)) return [];
  const label = query.view().say('actions.next', { count });
  const effect =
    query.answers === 'fresh'
      ? linesEffect(query, writeLines(later), COST_ACCEPTED)
      : againEffect(query, COST_ACCEPTED);
  return [{ id: 'next', label, opens: 'new', effect }];
}

/** The button that gives a list as a file. */
function listActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  if (list.entries.length <= 1 || !list.entries.some(isAnswered)) return [];
  // The first row of the file has the titles.
  const lines = ['', ...inOrder(list).map(writeLine)];
  const effect = linesEffect(query, lines, {
    ...SAVED,
    asFile: true,
    unconfirmed: writeUnconfirmed(list.unsure),
  });
  return [plainAction(query, 'list', 'new', effect)];
}

/** The button that shows what was answered to everyone, or whole to the person who asks. */
function visibilityActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  const answered = list.entries.filter(isAnswered);
  if (answered.length === 0) return [];
  if (query.invocation.visibility === 'private') {
    if (answered.length > MAX_SHARED) return [];
    const effect = linesEffect(query, writeLines(answered), SAVED);
    return [plainAction(query, 'share', 'new', { ...effect, visibility: 'shared' })];
  }
  const unconfirmed = writeUnconfirmed(list.unsure);
  const all = linesEffect(query, inOrder(list).map(writeLine), { ...SAVED, unconfirmed });
  const effect = isUsable(all) ? all : linesEffect(query, writeLines(answered), SAVED);
  return [plainAction(query, 'whole', 'new', { ...effect, visibility: 'private' })];
}
