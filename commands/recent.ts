import { type Command, defineCommand } from '../src/core/command.ts';
import type { Action } from '../src/core/reply.ts';
import { type RecentPage, recentLabel, recentReply } from '../src/format/personal.ts';
import type { View } from '../src/format/reply/view.ts';
import type { RecentCheck } from '../src/history/history.ts';
import { fold } from '../src/imei/fold.ts';
import { type BotServices, viewOf } from './services.ts';

/** Fewest digits that are searched at the end of an IMEI. */
const MIN_DIGITS = 2;
/** Checks on one page, each with a button: Discord allows 25 of those. */
const ON_PAGE = 10;
/** Longest text that is searched for: a brand and a model, or a number. */
const LONGEST_FIND = 100;

/** `/recent`: a person's recent checks, page by page, or those that match a brand, a model or the last digits. */
export function createRecent(services: BotServices): Command {
  return defineCommand({
    name: 'recent',
    personal: true,
    options: [
      { name: 'find', kind: 'text', required: false, maxLength: LONGEST_FIND },
      { name: 'page', kind: 'text', required: false, internal: true },
    ],
    run: async function* (invocation) {
      const { find = '', page = '1' } = invocation.options;
      const all = await services.history.recent(invocation.requester);
      const isKept = services.settings.retention.historyMs !== undefined;
      // Only the person sees it, in a group too.
      const view: View = { ...viewOf(services, invocation), visibility: 'private' };
      const checks = matching(all, find);
      const shown = pageOf(checks, page);
      yield {
        ...recentReply(view, { ...shown, find, isKept, isEmpty: all.length === 0 }),
        actions: actionsFor(view, checks, shown, find),
      };
    },
  });
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

/** A button for the saved answer to each check of the page, for the pages before and after it, and for all checks as a file. */
function actionsFor(
  view: View,
  all: readonly RecentCheck[],
  { checks, from, page, pages }: RecentPage,
  find: string,
): readonly Action[] {
  const { say } = view;
  const imei = all.map((check) => check.imei).join('\n');
  const action = (
    id: string,
    label: string,
    opens: Action['opens'],
    effect: Action['effect'],
  ): Action => {
    return { id, label, opens, effect };
  };
  const saved = (text: string, form: string) =>
    invoke('imei', { imei: text, saved: form, anyway: true });
  const turn = (to: number) => invoke('recent', { find, page: String(to) });
  return [
    ...checks.map((check, index) => {
      const label = recentLabel(view, check, from + index + 1);
      return action(`open-${index + 1}`, label, 'new', saved(check.imei, 'answer'));
    }),
    ...(page > 1 ? [action('newer', say('actions.newer'), 'here', turn(page - 1))] : []),
    ...(page < pages ? [action('older', say('actions.older'), 'here', turn(page + 1))] : []),
    ...(all.length > 0 ? [action('list', say('actions.list'), 'new', saved(imei, 'file'))] : []),
  ];
}

function invoke(
  command: string,
  values: Readonly<Record<string, string | boolean>>,
): Action['effect'] {
  return { kind: 'invoke', command, options: { kind: 'values', values } };
}

/**
 * The checks that match the search text, in their order: brand and model contain every word of it, or the IMEI ends with its
 * digits. Without a text, all of them.
 */
function matching(checks: readonly RecentCheck[], find: string): readonly RecentCheck[] {
  const wanted = fold(find).toLowerCase().trim();
  if (wanted === '') return checks;
  const words = wanted.split(/\s+/);
  const isNumber = /^[\d\s\-./…]+$/.test(wanted);
  const digits = isNumber ? wanted.replace(/\D/g, '') : '';
  return checks.filter(({ imei, name = '' }) => {
    const lower = name.toLowerCase();
    const isNamed = words.every((word) => lower.includes(word));
    return isNamed || (digits.length >= MIN_DIGITS && imei.endsWith(digits));
  });
}
