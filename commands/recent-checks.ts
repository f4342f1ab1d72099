import type { InvocationContext } from '../src/core/command/command.ts';
import { type Action, invoke, type Reply } from '../src/core/reply/reply.ts';
import type { ReplyContext } from '../src/format/format.ts';
import {
  noChecksReply,
  onlyMatchReply,
  type RecentPage,
  recentReply,
} from '../src/format/recent-page.ts';
import type { RecentCheck } from '../src/history/history.ts';
import { fold } from '../src/imei/fold.ts';
import { TAC_LENGTH } from '../src/imei/imei.ts';
import { ALL_CONFIRMED, SAVED } from './imei/actions/button-effects.ts';
import { type BotServices, contextOf } from './services.ts';

/** The least number of digits that find an IMEI. */
const MIN_DIGITS = 2;
/** The number of checks on one page. Each has a button, and Discord allows 25 buttons. */
const ON_PAGE = 10;
/** A shorter message does not mean a check: it is “ok” or “no”, or a few digits of anything. */
const MIN_CHARACTERS = 3;
/** A longer message does not mean a check either: it is longer than the name of any model. */
const LONGEST_MESSAGE = 40;

interface RecentQuery {
  /** The search text; may be empty. */
  readonly find: string;
  /** The number of the page, from 1. A number out of range means the first or the last page. */
  readonly page: string;
}

/** The reply with a page of a person’s recent checks: of all, or of those that match a text. */
export async function recentChecksReply(
  services: BotServices,
  invocation: InvocationContext,
  { find, page }: RecentQuery,
): Promise<Reply> {
  const { history, settings } = services;
  const recent = await history.recent(invocation.requester);
  // Only the person sees the reply, also in a group.
  const context: ReplyContext = { ...contextOf(services, invocation), visibility: 'private' };
  if (recent.length === 0) {
    return noChecksReply(context, settings.retention.historyMs !== undefined);
  }
  const checks = matchingChecks(recent, find);
  const shown = pageOf(checks, page);
  const reply = recentReply(context, {
    ...shown,
    find,
    timeZone: settings.timeZone(),
  });
  return { ...reply, actions: pageActions(context, { checks, shown, find }) };
}

/**
 * The reply to a message that has no IMEI, but some digits or the model of recent checks. Undefined
 * if no check matches, or if others can read.
 * @throws StoreFailed
 */
export async function matchingChecksReply(
  services: BotServices,
  invocation: InvocationContext,
  text: string,
): Promise<Reply | undefined> {
  const find = fold(text).trim();
  if (invocation.visibility === 'shared' || !mayMeanCheck(find)) return undefined;
  const checks = matchingChecks(await services.history.recent(invocation.requester), find);
  const [check, ...more] = checks;
  if (check === undefined) return undefined;
  if (more.length > 0) return recentChecksReply(services, invocation, { find, page: '1' });
  const context = contextOf(services, invocation);
  return {
    ...onlyMatchReply(context, check, services.settings.timeZone()),
    actions: [openAction('open-1', context.say('actions.open'), check)],
  };
}

function mayMeanCheck(find: string): boolean {
  const characters = find.replace(/[^\p{L}\p{N}]/gu, '').length;
  return characters >= MIN_CHARACTERS && find.length <= LONGEST_MESSAGE && !find.includes('\n');
}

/**
 * The checks that match the search text, in their order. An empty text matches all checks. A number
 * matches the IMEIs that end with it, and those that begin with it if it has eight digits. Words
 * match brand and model: each has to be the beginning of a word there.
 */
function matchingChecks(checks: readonly RecentCheck[], find: string): readonly RecentCheck[] {
  const wanted = wordsOf(fold(find));
  if (wanted.length === 0) return find.trim() === '' ? checks : [];
  const digits = digitsOf(find);
  return checks.filter(({ imei, name = '' }) => {
    const words = wordsOf(name);
    const isNamed = wanted.every((word) => words.some((part) => part.startsWith(word)));
    return isNamed || (digits.length >= MIN_DIGITS && isPartOf(imei, digits));
  });
}

/** The digits of a text that has only digits and separators; empty for any other text. */
export function digitsOf(text: string): string {
  const folded = fold(text).trim();
  return /^[\d\s\-./…]+$/.test(folded) ? folded.replace(/\D/g, '') : '';
}

function isPartOf(imei: string, digits: string): boolean {
  // A TAC is a model. Fewer digits are the start of many models, which nobody remembers.
  return imei.endsWith(digits) || (digits.length === TAC_LENGTH && imei.startsWith(digits));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A page by its number, from 1. A number out of range means the first or the last page. */
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

/** Values that the buttons of a page need. */
interface PageContent extends Pick<RecentQuery, 'find'> {
  /** The checks on all pages. */
  readonly checks: readonly RecentCheck[];
  readonly shown: RecentPage;
}

/** The buttons of a page: one for each check, for the pages before and after, and for a file. */
function pageActions(
  { say }: ReplyContext,
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

/** The button that makes a file of the saved answers to all checks. */
function fileAction(label: string, checks: readonly RecentCheck[]): Action {
  const imei = checks.map((check) => check.imei).join('\n');
  const effect = invoke('imei', { imei, ...SAVED, ...ALL_CONFIRMED, asFile: true });
  return { id: 'list', label, opens: 'new', effect };
}

/** The button that opens the saved answer to a check. */
function openAction(id: string, label: string, { imei }: RecentCheck): Action {
  const effect = invoke('imei', { imei, ...SAVED, ...ALL_CONFIRMED });
  return { id, label, opens: 'new', effect };
}
