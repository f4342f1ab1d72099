import type { Reply } from '../../core/reply.ts';
import type { Imei } from '../../imei/imei.ts';
import { compose, notes } from '../reply/compose.ts';
import { oneLine, shownImei, type View } from '../reply/view.ts';
import { ago } from '../times.ts';
import { titled } from '../words/say.ts';

interface Recent {
  readonly imei: Imei;
  readonly name?: string | undefined;
  readonly at: number;
}

/** A part of somebody's recent checks. */
export interface RecentPage {
  /** Newest first. */
  readonly checks: readonly Recent[];
  /** How many come before them. */
  readonly from: number;
  /** Which page it is, from 1, and of how many. */
  readonly page: number;
  readonly pages: number;
  /** How many there are on all pages. */
  readonly count: number;
}

interface Asked {
  /** What was looked for; empty if nothing was. */
  readonly find: string;
  /** Recent checks are stored at all. */
  readonly isKept: boolean;
  /** There is none, whatever is looked for. */
  readonly isEmpty: boolean;
}

/** `/recent`: a page of this person's recent checks, newest first, or of those that match. */
export function recentReply(view: View, shown: RecentPage & Asked): Reply {
  const { say } = view;
  const { checks, from, page, pages, count } = shown;
  const base = { tone: 'neutral', private: true } as const;
  const find = oneLine(shown.find, 40);
  if (shown.isEmpty) return compose({ ...base, ...titled(say, shown.isKept ? 'recent.none' : 'recent.off') });
  if (count === 0)
    return compose({
      ...base,
      title: say('recent.noMatch.title', { find }),
      summary: say('recent.noMatch.summary'),
    });
  const lines = checks.map(
    (check, index) =>
      `${from + index + 1}. ${notes(shownImei(view, check.imei), nameOf(view, check, 60), ago(say, view.now - check.at))}`,
  );
  return compose({
    ...base,
    title: find === '' ? say('recent.title', { count }) : say('recent.found', { count, find }),
    summary: pages > 1 ? say('recent.page', { page, pages }) : undefined,
    sections: [{ fields: [], lines, copyable: checks.map(({ imei }) => shownImei(view, imei)) }],
    ...(pages > 1 && { withoutButtons: say('recent.noButtons') }),
    note: say('recent.note'),
  });
}

/** The button of a check: its number on the list, and what it is. */
export function recentLabel(view: View, check: Recent, number: number): string {
  return `${number}. ${nameOf(view, check, 30)}`;
}

function nameOf({ say }: View, { name }: Recent, longest: number): string {
  return name === undefined ? say('recent.nameless') : oneLine(name, longest);
}
