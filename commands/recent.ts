import type { Command, Invocation } from '../src/core/command.ts';
import type { Action } from '../src/core/reply.ts';
import type { Retention } from '../src/format/personal/personal.ts';
import { type RecentPage, recentLabel, recentReply } from '../src/format/personal/recent.ts';
import type { View } from '../src/format/reply/view.ts';
import type { History, RecentCheck } from '../src/history/history.ts';
import { fold } from '../src/imei/fold.ts';
import { defineWordedCommand, type ViewNeeds, viewOf } from './define.ts';

/** Fewest digits that are looked for at the end of an IMEI. */
const FEWEST_DIGITS = 2;

interface RecentNeeds extends ViewNeeds {
  /** Recent checks of each person. */
  readonly history: Pick<History, 'recent'>;
  readonly settings: ViewNeeds['settings'] & {
    /** Nothing of it is kept where `historyMs` is undefined, which the reply says. */
    readonly retention: Pick<Retention, 'historyMs'>;
  };
}

const NAME = 'recent';
/** The command that shows answers. */
const ANSWERS = 'imei';
/** Checks on one page, each with a button: Discord allows 25 of those. */
const ON_PAGE = 10;
/** Longest text that is searched for: a brand and a model, or a number. */
const LONGEST_FIND = 100;

/** `/recent`: the recent checks of its asker, page by page, or those that match a brand, a model or the last digits. */
export function createRecent(needs: RecentNeeds): Command {
  return defineWordedCommand({
    name: NAME,
    audience: 'everyone',
    personal: true,
    options: [
      { name: 'find', kind: 'text', required: false, maxLength: LONGEST_FIND },
      { name: 'page', kind: 'text', required: false, internal: true },
    ],
    run: async function* (invocation) {
      const { find = '', page } = invocation.options;
      const all = await needs.history.recent(invocation.requester);
      const isKept = needs.settings.retention.historyMs !== undefined;
      // Its asker alone sees it, wherever it was asked.
      const view: View = { ...viewOf(needs, invocation), visibility: 'private' };
      const checks = matching(all, find);
      const shown = pageOf(checks, page);
      yield {
        ...recentReply(view, { ...shown, find, isKept, isEmpty: all.length === 0 }),
        actions: [
          ...openActions(view, shown),
          ...pageActions(view, shown, invocation),
          ...fileActions(view, checks),
        ],
      };
    },
  });
}

/** A page by its number, from 1; the first or the last one if there is none of that number. */
function pageOf(checks: readonly RecentCheck[], page = '1'): RecentPage {
  const pages = Math.max(1, Math.ceil(checks.length / ON_PAGE));
  const number = Math.min(pages, Math.max(1, Math.trunc(Number(page)) || 1));
  const from = (number - 1) * ON_PAGE;
  return { checks: checks.slice(from, from + ON_PAGE), from, page: number, pages, count: checks.length };
}

/** A button for each check, which shows its saved answer: no check is spent. */
function openActions(view: View, { checks, from }: RecentPage): readonly Action[] {
  return checks.map((check, index) => ({
    id: `open-${index + 1}`,
    label: recentLabel(view, check, from + index + 1),
    opens: 'new',
    effect: invoke(ANSWERS, { imei: check.imei, saved: 'answer', anyway: true }),
  }));
}

function pageActions(
  { say }: View,
  { page, pages }: RecentPage,
  { options: { find = '' } }: Pick<Invocation<{ readonly find: string | undefined }>, 'options'>,
): readonly Action[] {
  const turn = (id: string, label: string, to: number): Action => ({
    id,
    label,
    opens: 'here',
    effect: invoke(NAME, { find, page: String(to) }),
  });
  return [
    ...(page > 1 ? [turn('newer', say('actions.newer'), page - 1)] : []),
    ...(page < pages ? [turn('older', say('actions.older'), page + 1)] : []),
  ];
}

/** All that was found as a file, of saved answers. */
function fileActions({ say }: View, checks: readonly RecentCheck[]): readonly Action[] {
  if (checks.length === 0) return [];
  const imei = checks.map((check) => check.imei).join('\n');
  const action = (id: 'csv' | 'xlsx', label: string): Action => ({
    id,
    label,
    opens: 'new',
    effect: invoke(ANSWERS, { imei, saved: id, anyway: true }),
  });
  return [action('csv', say('actions.asCsv')), action('xlsx', say('actions.asXlsx'))];
}

function invoke(command: string, values: Readonly<Record<string, string | boolean>>): Action['effect'] {
  return { kind: 'invoke', command, options: { kind: 'values', values } };
}

/**
 * The checks that match what is looked for, in their order: every word of it is in brand and model, or its digits are the last
 * of the IMEI. All of them if nothing is looked for.
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
    return isNamed || (digits.length >= FEWEST_DIGITS && imei.endsWith(digits));
  });
}
