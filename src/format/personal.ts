import type { Reply } from '../core/reply.ts';
import type { Imei } from '../imei/imei.ts';
import { andList } from './phrases.ts';
import { compose, fieldsOf, notes } from './reply/compose.ts';
import { oneLine, shownImei, type View } from './reply/view.ts';
import { ago, span as spanOf } from './times.ts';
import { titled } from './words/say.ts';

/** How long each kind of data is kept, in milliseconds. */
export interface Retention {
  /** Answers of found devices. */
  readonly answersMs: number;
  /** Answers "not found". */
  readonly notFoundMs: number;
  /** Finished requests. */
  readonly requestsMs: number;
  /** What the buttons of replies do. */
  readonly buttonsMs: number;
  /** Recent checks of each person; undefined if none are kept. */
  readonly historyMs: number | undefined;
}

interface Recent {
  readonly imei: Imei;
  readonly name?: string | undefined;
  readonly at: number;
}

/** A page of somebody's recent checks. */
export interface RecentPage {
  /** Newest first. */
  readonly checks: readonly Recent[];
  /** How many come before them. */
  readonly from: number;
  /** The number of the page, from 1, and of all pages. */
  readonly page: number;
  readonly pages: number;
  /** How many checks are on all pages. */
  readonly count: number;
}

interface Search {
  /** The search text; may be empty. */
  readonly find: string;
  /** Whether recent checks are stored at all. */
  readonly isKept: boolean;
  /** Whether the person has none at all. */
  readonly isEmpty: boolean;
}

/** `/forget`: how much was removed. */
export function forgottenReply(
  { say }: View,
  { checks, requests }: { readonly checks: number; readonly requests: number },
): Reply {
  const what = [
    ...(checks > 0 ? [say('forget.checks', { count: checks })] : []),
    ...(requests > 0 ? [say('forget.requests', { count: requests })] : []),
  ];
  return compose({
    tone: 'good',
    title: say('forget.title'),
    summary:
      what.length === 0
        ? say('forget.nothing')
        : say('forget.removed', { what: andList(say, what) }),
    note: say('forget.note'),
    private: true,
  });
}

/** `/privacy`: which data is kept, and for how long. */
export function privacyReply({ say }: View, retention: Retention): Reply {
  const span = (ms: number): string => spanOf(say, ms);
  const { answersMs, notFoundMs, requestsMs, buttonsMs, historyMs } = retention;
  const kept = { found: span(answersMs), notFound: span(notFoundMs) };
  const history =
    historyMs === undefined
      ? say('privacy.historyOff')
      : say('privacy.historyKept', { time: span(historyMs) });
  const fields = fieldsOf([
    [say('privacy.answers'), say('privacy.answersKept', kept)],
    [say('privacy.requests'), say('privacy.requestsKept', { most: span(requestsMs) })],
    [say('privacy.buttons'), say('privacy.buttonsKept', { time: span(buttonsMs) })],
    [say('privacy.history'), history],
    [say('privacy.allowance'), say('privacy.allowanceKept')],
    [say('privacy.log'), say('privacy.logKept')],
  ]);
  const lines = [say('privacy.sealed'), say('privacy.service'), say('privacy.forget')];
  return compose({
    tone: 'neutral',
    title: say('privacy.title'),
    summary: say('privacy.summary'),
    sections: [{ fields }, { fields: [], lines }],
    private: true,
  });
}

/** `/recent`: a page of this person's recent checks, newest first, or of those that match. */
export function recentReply(view: View, shown: RecentPage & Search): Reply {
  const { say } = view;
  const { checks, from, page, pages, count } = shown;
  const base = { tone: 'neutral', private: true } as const;
  const find = oneLine(shown.find, 40);
  if (shown.isEmpty)
    return compose({ ...base, ...titled(say, shown.isKept ? 'recent.none' : 'recent.off') });
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

/** The button of a check: its number on the list and the phone. */
export function recentLabel(view: View, check: Recent, number: number): string {
  return `${number}. ${nameOf(view, check, 30)}`;
}

function nameOf({ say }: View, { name }: Recent, longest: number): string {
  return name === undefined ? say('list.notFound') : oneLine(name, longest);
}
