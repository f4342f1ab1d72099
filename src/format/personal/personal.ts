import type { Reply } from '../../core/reply.ts';
import { all } from '../phrases.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { days } from '../times.ts';

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
    summary: say('privacy.summary'),
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
