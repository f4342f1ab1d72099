import { MAX_TEXT_LENGTH } from '../../src/core/options.ts';
import type { Action } from '../../src/core/reply.ts';
import { mayBePaid } from '../../src/format/imei/list/counts.ts';
import {
  dayLeftIn,
  deviceIn,
  type ImeiList,
  type ListEntry,
  laterOf,
  phoneOf,
} from '../../src/format/imei/outcome.ts';
import { amountText } from '../../src/format/phrases.ts';
import { sayIn } from '../../src/format/words/say.ts';
import { againEffect, button, linesEffect, linesOf, SAVED } from './effects.ts';
import type { ImeiQuestion } from './numbers.ts';
import { offerActions } from './offers.ts';

type Opens = Action['opens'];

/** Most phones of a list that a button shows to everyone. */
const MAX_SHARED = 100;

/**
 * The button that stops a running list.
 * @param also the ids of requests that check the same numbers for the same person
 */
export function stopAction(question: ImeiQuestion, also: readonly string[]): Action {
  const effect = { kind: 'cancel', ...(also.length > 0 && { also }) } as const;
  return { ...button(question, 'cancel', 'here', effect), style: 'danger' };
}

/** The button that shows a list under way once more: what it checks is checked once. */
export function showActions(question: ImeiQuestion): readonly Action[] {
  return [button(question, 'show', 'here', againEffect(question, { confirmed: true }))];
}

/**
 * The buttons below a long list before it runs.
 * @param first how many of it can be checked today, if not all
 */
export function planActions(question: ImeiQuestion, first: number | undefined): readonly Action[] {
  const check = button(question, 'check', 'here', againEffect(question, { confirmed: true }));
  const some = first && sayIn(question.invocation.locale)('actions.checkFirst', { count: first });
  return [
    { ...check, label: some || check.label, style: 'primary' },
    button(question, 'leave', 'here', { kind: 'dismiss' }),
  ];
}

/**
 * The buttons below an answer in text. Those for only some of its numbers open a new reply.
 */
export function answerActions(question: ImeiQuestion, list: ImeiList): readonly Action[] {
  const { entries, unsure, problems } = list;
  const hasOthers = entries.length > 0 && unsure.length + problems.length > 0;
  const opens = hasOthers ? 'new' : 'here';
  return [
    ...detailActions(question, entries, opens),
    ...freshActions(question, entries, opens),
    ...retryActions(question, entries, opens),
    ...nextActions(question, entries),
    ...listActions(question, list),
    ...visibilityActions(question, list),
    ...offerActions(question, list, { inFile: false, opens }),
  ];
}

/** The buttons below an answer that is a table. */
export function tableAnswerActions(question: ImeiQuestion, list: ImeiList): readonly Action[] {
  return [
    ...tableActions(question, list.entries),
    ...retryActions(question, list.entries, 'new'),
    ...nextActions(question, list.entries),
    ...offerActions(question, list, { inFile: true, opens: 'new' }),
  ];
}

function isAnswered({ outcome }: ListEntry): boolean {
  return outcome?.kind === 'answered';
}

/** Whether there is more to show of an answer than brand and model. */
function hasDetails(entries: readonly ListEntry[]): boolean {
  return entries.some((phone) => deviceIn(phone)?.level === 'FULL');
}

/** All details of one phone, and back. */
function detailActions(
  question: ImeiQuestion,
  entries: readonly ListEntry[],
  opens: Opens,
): readonly Action[] {
  const lines = linesOf(entries);
  const full = button(
    question,
    'full',
    opens,
    linesEffect(question, lines, { detail: 'full', ...SAVED }),
  );
  if (hasFormerAnswer(question, entries)) return [full];
  if (phoneOf(entries) === undefined || !hasDetails(entries)) return [];
  if (question.detail === 'brief') return [full];
  return [
    button(question, 'less', 'here', linesEffect(question, lines, { detail: 'brief', ...SAVED })),
  ];
}

/** Whether a single phone was to be looked up again and was not, so that its saved answer is. */
function hasFormerAnswer(
  { payAgain }: ImeiQuestion,
  [first, ...more]: readonly ListEntry[],
): boolean {
  const kind = first?.outcome?.kind;
  return payAgain && more.length === 0 && (kind === 'failed' || kind === 'refused');
}

/** Looks a single phone up again whose answer was saved. */
function freshActions(
  question: ImeiQuestion,
  entries: readonly ListEntry[],
  opens: Opens,
): readonly Action[] {
  const [first, ...more] = entries;
  if (first?.outcome?.kind !== 'answered' || more.length > 0) return [];
  if (first.outcome.answer.source === 'service') return [];
  return [
    button(question, 'fresh', opens, linesEffect(question, linesOf(entries), { fresh: true })),
  ];
}

/**
 * The same table from saved answers: with all details, or because it could not be sent or lacks
 * some answers.
 */
function tableActions(question: ImeiQuestion, entries: readonly ListEntry[]): readonly Action[] {
  if (entries.length === 0) return [];
  const file = button(question, 'file', 'new', againEffect(question, SAVED));
  const again: Action = entries.every(isAnswered) ? { ...file, ifUnsent: true } : file;
  if (question.detail === 'full' || !hasDetails(entries)) return [again];
  return [
    button(question, 'full', 'new', againEffect(question, { detail: 'full', ...SAVED })),
    again,
  ];
}

/** The button that checks what has no answer. There is none while a limit refuses all. */
export function retryActions(
  question: ImeiQuestion,
  entries: readonly ListEntry[],
  opens: Opens,
): readonly Action[] {
  const later = laterOf(entries);
  const open = entries.filter((phone) => !isAnswered(phone) && !later.includes(phone));
  const isSingle = entries.length === 1;
  if (open.length === 0 || isRefused(entries)) return [];
  const id = retryLabel(open, isSingle);
  const where = open.length < entries.length ? 'new' : opens;
  // The button names the cost, so nothing is asked again.
  const effect = linesEffect(question, linesOf(open), { confirmed: true });
  if (id !== 'rest') return [{ ...button(question, id, where, effect), id: 'retry' }];
  return [{ id: 'retry', label: restLabel(question, open.length), opens: where, effect }];
}

function restLabel({ services, invocation }: ImeiQuestion, count: number): string {
  const say = sayIn(invocation.locale);
  const cost = amountText(say, count, services.settings.pricePerCheck);
  return say('actions.rest', { cost });
}

/** Whether a limit was reached: then a button that checks more would do nothing today. */
function isRefused(entries: readonly ListEntry[]): boolean {
  return entries.some(({ outcome }) => outcome?.kind === 'refused');
}

function retryLabel(
  open: readonly ListEntry[],
  isSingle: boolean,
): 'fresh' | 'retry' | 'retryMaybePaid' | 'rest' {
  if (mayBePaid(open)) return 'retryMaybePaid';
  const kinds = open.map(({ outcome }) => outcome?.kind);
  if (isSingle) return kinds[0] === 'unsaved' ? 'fresh' : 'retry';
  return kinds.every((kind) => kind === 'failed' || kind === 'broke') ? 'retry' : 'rest';
}

/**
 * The button that checks the next IMEIs of a list that is too long for one answer: it sends the
 * same list, whose first answers are saved, or only those that are left if saved answers do not
 * count. There is none while the person’s day is used up, or a limit refuses all.
 */
function nextActions(question: ImeiQuestion, entries: readonly ListEntry[]): readonly Action[] {
  const later = laterOf(entries);
  const left = dayLeftIn(entries)?.left ?? later.length;
  const count = Math.min(later.length, left, question.services.settings.batchMax);
  if (count === 0 || isRefused(entries)) return [];
  const label = sayIn(question.invocation.locale)('actions.next', { count });
  const isPaidAgain = question.payAgain && question.file === undefined;
  const values = { confirmed: true, fresh: isPaidAgain };
  const effect = isPaidAgain
    ? linesEffect(question, linesOf(later), values)
    : againEffect(question, values);
  return [{ id: 'next', label, opens: 'new', effect }];
}

/** The button that gives a list as a file. */
function listActions(question: ImeiQuestion, list: ImeiList): readonly Action[] {
  const lines = linesInOrder(list);
  const hasFile = list.entries.length > 1 && list.entries.some(isAnswered) && fits(lines);
  if (!hasFile) return [];
  return [
    // The first row of the file has the titles.
    button(
      question,
      'list',
      'new',
      linesEffect(question, ['', ...lines], { ...SAVED, saved: 'file' }),
    ),
  ];
}

/** The button that shows what was answered to everyone, or whole to the person who asks. */
function visibilityActions(question: ImeiQuestion, list: ImeiList): readonly Action[] {
  const answered = list.entries.filter(isAnswered);
  if (answered.length === 0) return [];
  if (question.invocation.visibility === 'private') {
    if (answered.length > MAX_SHARED) return [];
    const effect = linesEffect(question, linesOf(answered), SAVED);
    return [button(question, 'share', 'new', { ...effect, visibility: 'shared' })];
  }
  const lines = linesInOrder(list);
  const effect = linesEffect(question, fits(lines) ? lines : linesOf(answered), SAVED);
  return [button(question, 'whole', 'new', { ...effect, visibility: 'private' })];
}

/** All numbers of a list, one a line, in the order of the message. */
function linesInOrder({ entries, unsure, problems }: ImeiList): readonly string[] {
  const lines = linesOf(entries);
  const numbered = [
    ...entries.map(({ number }, index) => ({ line: number.line, text: lines[index] ?? '' })),
    ...unsure.map(({ line, imei }) => ({ line, text: imei })),
    ...problems,
  ];
  return numbered.toSorted((first, second) => first.line - second.line).map(({ text }) => text);
}

/** People would think that a file without some of the numbers is the whole list. */
function fits(lines: readonly string[]): boolean {
  return lines.join('\n').length <= MAX_TEXT_LENGTH;
}
