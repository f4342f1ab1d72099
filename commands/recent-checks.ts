import type { InvocationContext } from '../src/core/command.ts';
import { type Action, invoke, type Reply } from '../src/core/reply.ts';
import {
  noChecksReply,
  onlyMatchReply,
  type RecentPage,
  recentReply,
} from '../src/format/recent.ts';
import type { View } from '../src/format/reply/view.ts';
import type { RecentCheck } from '../src/history/history.ts';
import { fold } from '../src/imei/fold.ts';
import { ALL_CONFIRMED, SAVED } from './imei/actions/effects.ts';
import { type BotServices, viewOf } from './services.ts';

/** Fewest digits that `/recent` searches at the end of an IMEI. */
const MIN_DIGITS = 2;
/** Checks on one page, each with a button: Discord allows 25 of those. */
const ON_PAGE = 10;
/** Shorter messages are small talk, "ok", "no", and fewer digits may be anything. */
const MIN_CHARACTERS = 3;
/** Longest message that may mean a recent check without `/recent`: the name of a model. */
const LONGEST_MESSAGE = 40;

/** What is shown of somebody's recent checks. */
interface RecentQuery {
  /** The search text; may be empty. */
  readonly find: string;
  /** From 1; the first or the last page if it does not exist. */
  readonly page: string;
}

/** Shows a page of the recent checks of a person, all of them or those that match. */
export async function recentChecksReply(
  services: BotServices,
  invocation: InvocationContext,
  { find, page }: RecentQuery,
): Promise<Reply> {
  const { history, settings } = services;
  const recent = await history.recent(invocation.requester);
  // Only the person sees it, in a group too.
  const view: View = { ...viewOf(services, invocation), visibility: 'private' };
  if (recent.length === 0) return noChecksReply(view, settings.retention.historyMs !== undefined);
  const checks = matching(recent, find);
  const shown = pageOf(checks, page);
  const reply = recentReply(view, {
    ...shown,
    find,
    timeZone: settings.timeZone(),
  });
  return { ...reply, actions: pageActions(view, { checks, shown, find }) };
}

/**
 * The recent checks that a message without an IMEI means by some digits or a model; undefined if
 * there are none, or if others can read.
 */
export async function matchingChecksReply(
  services: BotServices,
  invocation: InvocationContext,
  text: string,
): Promise<Reply | undefined> {
  const find = fold(text).trim();
  if (invocation.visibility === 'shared' || !mayMeanCheck(find)) return undefined;
  const checks = matching(await services.history.recent(invocation.requester), find);
  const [check, ...more] = checks;
  if (check === undefined) return undefined;
  if (more.length > 0) return recentChecksReply(services, invocation, { find, page: '1' });
  const view = viewOf(services, invocation);
  return {
    ...onlyMatchReply(view, check, services.settings.timeZone()),
    actions: [openAction('open-1', view.say('actions.open'), check)],
  };
}

function mayMeanCheck(find: string): boolean {
  const characters = find.replace(/[^\p{L}\p{N}]/gu, '').length;
  return characters >= MIN_CHARACTERS && find.length <= LONGEST_MESSAGE && !find.includes('\n');
}

/**
 * The checks that match the search text, in their order: brand and model have a word that begins
 * with each word of it, or its digits are the last ones of the IMEI, or the first eight. Without a
 * text, all of them.
 */
function matching(checks: readonly RecentCheck[], find: string): readonly RecentCheck[] {
  const wanted = wordsOf(fold(find));
  if (wanted.length === 0) return find.trim() === '' ? checks : [];
  const isNumber = /^[\d\s\-./…]+$/.test(fold(find).trim());
  const digits = isNumber ? wanted.join('') : '';
  return checks.filter(({ imei, name = '' }) => {
    const words = wordsOf(name);
    const isNamed = wanted.every((word) => words.some((part) => part.startsWith(word)));
    return isNamed || (digits.length >= MIN_DIGITS && isPartOf(imei, digits));
  });
}

function isPartOf(imei: string, digits: string): boolean {
  // Nobody remembers fewer digits of a start, which many phones have in common.
  return imei.endsWith(digits) || (digits.length === 8 && imei.startsWith(digits));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A page by its number, from 1; the first or the last page if the number does not exist. */
function pageOf(checks: readonly RecentCheck[], page: string): RecentPage {
  const pages = Math.max(1, Math.ceil(checks.length / ON_PAGE));
  const number = Math.min(pages, Math.max(1, Math.trunc(Number(page)) || 1));
  const from = (number - 1) * ON_PAGE;
  return {
    checks: checks.slice(from, from + ON_PAGE),
    from,
    page: number,
    pages,
    count: checks.length,
  };
}

/** What the buttons of a page are about. */
interface PageContent extends Pick<RecentQuery, 'find'> {
  /** On all pages. */
  readonly checks: readonly RecentCheck[];
  readonly shown: RecentPage;
}

/** Buttons for each check of the page, for the pages before and after, and for a file of all. */
function pageActions(
  { say }: View,
  { checks, shown: { checks: onPage, from, page, pages }, find }: PageContent,
): readonly Action[] {
  const toPage = (id: 'newer' | 'older', number: number): Action => ({
    id,
    label: say(`actions.${id}`),
    opens: 'here',
    effect: invoke('recent', { find, page: String(number) }),
  });
  return [
    ...onPage.map((check, index) =>
      openAction(`open-${index + 1}`, String(from + index + 1), check),
    ),
    ...(page > 1 ? [toPage('newer', page - 1)] : []),
    ...(page < pages ? [toPage('older', page + 1)] : []),
    ...(checks.length > 0 ? [fileAction(say('actions.list'), checks)] : []),
  ];
}

/** Makes a file of the saved answers to all of these checks. */
function fileAction(label: string, checks: readonly RecentCheck[]): Action {
  const imei = checks.map((check) => check.imei).join('\n');
  const effect = invoke('imei', { imei, ...SAVED, ...ALL_CONFIRMED, asFile: true });
  return { id: 'list', label, opens: 'new', effect };
}

/** Opens the saved answer to a check. */
function openAction(id: string, label: string, { imei }: RecentCheck): Action {
  const effect = invoke('imei', { imei, ...SAVED, ...ALL_CONFIRMED });
  return { id, label, opens: 'new', effect };
}
