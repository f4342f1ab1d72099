import type { Reply } from '../../core/reply.ts';
import type { Imei } from '../../imei/number/imei.ts';
import { all } from '../lists.ts';
import { compose, notes } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import { shownImei, type View } from '../reply/view.ts';
import { ago, days } from '../times.ts';
import { titled } from '../words/titled.ts';

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

/** `/recent`: this person's recent checks, newest first. */
export function recentReply(view: View, checks: readonly Recent[], isKept: boolean): Reply {
  if (checks.length === 0) {
    const nothing = titled(view.say, isKept ? 'recent.none' : 'recent.off');
    return compose({ tone: 'neutral', ...nothing, private: true });
  }
  return compose({
    tone: 'neutral',
    title: view.say('recent.title', { count: checks.length }),
    sections: [
      {
        fields: checks.map(({ imei, name, at }) => ({
          label: shownImei(view, imei),
          value:
            notes(
              name === undefined ? view.say('recent.nameless') : oneLine(name, 60),
              ago(view.say, view.now - at),
            ) ?? '',
        })),
      },
    ],
    note: view.say('recent.note'),
    private: true,
  });
}

/** `/forget`: how much was removed. */
export function forgottenReply(
  { say }: View,
  removed: { readonly checks: number; readonly requests: number },
): Reply {
  const what = [
    ...(removed.checks > 0 ? [say('forget.checks', { count: removed.checks })] : []),
    ...(removed.requests > 0 ? [say('forget.requests', { count: removed.requests })] : []),
  ];
  return compose({
    tone: 'good',
    title: say('forget.title'),
    summary: what.length === 0 ? say('forget.nothing') : say('forget.removed', { what: all(say, what) }),
    note: say('forget.note'),
    private: true,
  });
}

/** `/privacy`: which data is kept, and for how long. */
export function privacyReply({ say }: View, retention: Retention): Reply {
  const span = (ms: number): string => days(say, ms);
  return compose({
    tone: 'neutral',
    title: say('privacy.title'),
    summary: say('privacy.lead'),
    sections: [
      {
        fields: [
          {
            label: say('privacy.answers'),
            value: say('privacy.answersKept', {
              found: span(retention.answersMs),
              notFound: span(retention.notFoundMs),
            }),
          },
          {
            label: say('privacy.requests'),
            value: say('privacy.requestsKept', { most: span(retention.requestsMs) }),
          },
          {
            label: say('privacy.buttons'),
            value: say('privacy.buttonsKept', { time: span(retention.buttonsMs) }),
          },
          {
            label: say('privacy.history'),
            value:
              retention.historyMs === undefined
                ? say('privacy.historyOff')
                : say('privacy.historyKept', { time: span(retention.historyMs) }),
          },
          { label: say('privacy.allowance'), value: say('privacy.allowanceKept') },
          { label: say('privacy.log'), value: say('privacy.logKept') },
        ],
      },
      { fields: [], lines: [say('privacy.sealed'), say('privacy.service'), say('privacy.forget')] },
    ],
    private: true,
  });
}
