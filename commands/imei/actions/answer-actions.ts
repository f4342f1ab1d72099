import type { Action } from '../../../src/core/reply/reply.ts';
import type { Detail } from '../../../src/format/imei/phone/phone-parts.ts';
import {
  asShown,
  deviceIn,
  type ImeiList,
  inOrder,
  isAnswered,
  type ListEntry,
  phoneOf,
} from '../../../src/lists/list.ts';
import { isNew } from '../../../src/lists/outcome.ts';
import type { ImeiQuery } from '../imei-query.ts';
import { againEffect, isUsable, linesEffect, plainAction, SAVED } from './button-effects.ts';
import { writeLine, writeLines, writeUnconfirmed } from './list-text.ts';
import { offerActions } from './offers.ts';
import { restActions } from './rest-actions.ts';

/** The most answers of a list that a button shows to everyone. */
const MAX_SHARED = 100;

/**
 * The buttons below a reply in text. They open a new reply if this reply also has numbers that
 * were not checked, which would be missing from the reply of a button.
 */
export function answerActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  const { entries, unsure, invalid } = list;
  const showsUncheckedToo = entries.length > 0 && unsure.length + invalid.length > 0;
  const opens = showsUncheckedToo ? 'new' : 'here';
  const shown = { ...list, entries: entries.map(asShown) };
  return usableActions([
    ...detailActions(query, shown.entries, opens),
    ...freshActions(query, entries, opens),
    ...restActions(query, entries, opens),
    ...listActions(query, list),
    ...visibilityActions(query, shown),
    ...offerActions(query, list, opens),
  ]);
}

/** The buttons below a reply that is a table. */
export function tableAnswerActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  return usableActions([
    ...tableActions(query, list.entries),
    ...restActions(query, list.entries, 'new'),
    ...offerActions(query, list, 'new'),
  ]);
}

/**
 * The buttons below a list that the bot wrote as a file. They check numbers by their lines: no file
 * was sent that could be read again.
 */
export function listFileActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  return usableActions([
    ...restActions(query, list.entries, 'new'),
    ...offerActions(query, { ...list, isTable: false }, 'new'),
  ]);
}

function usableActions(actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ effect }) => isUsable(effect));
}

/** Whether an answer has more than brand and model. */
function hasDetails(entries: readonly ListEntry[]): boolean {
  return entries.some((entry) => deviceIn(entry)?.level === 'FULL');
}

/** The buttons that show all details of one phone, and hide them again. */
function detailActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const withDetail = (detail: Detail): Action['effect'] =>
    linesEffect(query, writeLines(entries), { detail, ...SAVED });
  if (phoneOf(entries) === undefined || !hasDetails(entries)) return [];
  if (query.detail === 'brief') return [plainAction(query, 'full', opens, withDetail('full'))];
  return [plainAction(query, 'less', 'here', withDetail('brief'))];
}

/** The button that checks a single phone again, if its answer was saved. */
function freshActions(
  query: ImeiQuery,
  entries: readonly ListEntry[],
  opens: Action['opens'],
): readonly Action[] {
  const [first, ...more] = entries;
  if (first === undefined || more.length > 0) return [];
  if (!isAnswered(first) || isNew(first.outcome)) return [];
  const effect = linesEffect(query, writeLines(entries), { fresh: true });
  return [plainAction(query, 'fresh', opens, effect)];
}

/**
 * The buttons that make the same table again from saved answers: with all details, and once more if
 * it could not be sent or lacks some answers.
 */
function tableActions(query: ImeiQuery, entries: readonly ListEntry[]): readonly Action[] {
  if (entries.length === 0) return [];
  const file = plainAction(query, 'file', 'new', againEffect(query, SAVED));
  const again: Action = entries.every(isAnswered) ? { ...file, ifUnsent: true } : file;
  if (query.detail === 'full' || !hasDetails(entries)) return [again];
  const inDetail = againEffect(query, { detail: 'full', ...SAVED });
  return [plainAction(query, 'full', 'new', inDetail), again];
}

/** The button that makes a file of a list. */
function listActions(query: ImeiQuery, list: ImeiList): readonly Action[] {
  if (list.entries.length <= 1 || !list.entries.some(isAnswered)) return [];
  // An empty first line: the first row of the file has the titles.
  const lines = ['', ...inOrder(list).map(writeLine)];
  const effect = linesEffect(query, lines, {
    ...SAVED,
    asFile: true,
    unconfirmed: writeUnconfirmed(list.unsure),
  });
  return [plainAction(query, 'list', 'new', effect)];
}

/**
 * In private: the button that shows the answers to everyone. In a group: the button that shows them
 * to the person alone, with whole numbers.
 */
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
