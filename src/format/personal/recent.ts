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
  /** How many stand before them. */
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

/** Longest brand and model on a button. */
const LONGEST_NAME = 30;

/** `/recent`: a page of this person's recent checks, newest first, or of those that match. */
export function recentReply(view: View, { find, isKept, isEmpty, ...shown }: RecentPage & Asked): Reply {
  const { say } = view;
  if (isEmpty) {
    const nothing = titled(say, isKept ? 'recent.none' : 'recent.off');
    return compose({ tone: 'neutral', ...nothing, private: true });
  }
  const { checks, from, page, pages, count } = shown;
  const looked = oneLine(find, 40);
  if (count === 0) {
    const title = say('recent.noMatch.title', { find: looked });
    return compose({ tone: 'neutral', title, summary: say('recent.noMatch.summary'), private: true });
  }
  return compose({
    tone: 'neutral',
    title: looked === '' ? say('recent.title', { count }) : say('recent.found', { count, find: looked }),
    summary: pages > 1 ? say('recent.page', { page, pages }) : undefined,
    sections: [
      {
        fields: [],
        lines: checks.map((check, index) => lineOf(view, check, from + index + 1)),
        copyable: checks.map(({ imei }) => shownImei(view, imei)),
      },
    ],
    ...(pages > 1 && { withoutButtons: say('recent.noButtons') }),
    note: say('recent.note'),
    private: true,
  });
}

/** The button of a check: its number on the list, and what it is. */
export function recentLabel({ say }: View, { name }: Recent, number: number): string {
  return `${number}. ${name === undefined ? say('recent.nameless') : oneLine(name, LONGEST_NAME)}`;
}

function lineOf(view: View, { imei, name, at }: Recent, number: number): string {
  const { say } = view;
  const what = name === undefined ? say('recent.nameless') : oneLine(name, 60);
  const said = notes(shownImei(view, imei), what, ago(say, view.now - at)) ?? '';
  return `${number}. ${said}`;
}
