import type { Reply } from '../../core/reply.ts';
import type { Imei } from '../../imei/number/imei.ts';
import { compose, notes } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import { shownImei, type View } from '../reply/view.ts';
import { ago, days } from '../times.ts';

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
  const words = view.words.recent;
  const { title, lead } = isKept ? words.none : words.off;
  if (checks.length === 0) return compose({ tone: 'neutral', title, lead, private: true });
  return compose({
    tone: 'neutral',
    title: words.title(checks.length),
    sections: [
      {
        fields: checks.map(({ imei, name, at }) => ({
          label: shownImei(view, imei),
          value:
            notes(name === undefined ? words.nameless : oneLine(name, 60), ago(view.words, view.now - at)) ??
            '',
        })),
      },
    ],
    note: words.note,
    private: true,
  });
}

/** `/forget`: how much was removed. */
export function forgottenReply(
  { words: { forget } }: View,
  removed: { readonly checks: number; readonly requests: number },
): Reply {
  const what = [
    ...(removed.checks > 0 ? [forget.checks(removed.checks)] : []),
    ...(removed.requests > 0 ? [forget.requests(removed.requests)] : []),
  ];
  return compose({
    tone: 'good',
    title: forget.title,
    lead: what.length === 0 ? forget.nothing : forget.removed(what),
    note: forget.note,
    private: true,
  });
}

/** `/privacy`: which data is kept, and for how long. */
export function privacyReply({ words }: View, retention: Retention): Reply {
  const { privacy } = words;
  const span = (ms: number): string => days(words, ms);
  return compose({
    tone: 'neutral',
    title: privacy.title,
    lead: privacy.lead,
    sections: [
      {
        fields: [
          {
            label: privacy.answers,
            value: privacy.answersKept(span(retention.answersMs), span(retention.notFoundMs)),
          },
          { label: privacy.requests, value: privacy.requestsKept(span(retention.requestsMs)) },
          { label: privacy.buttons, value: privacy.buttonsKept(span(retention.buttonsMs)) },
          {
            label: privacy.history,
            value:
              retention.historyMs === undefined
                ? privacy.historyOff
                : privacy.historyKept(span(retention.historyMs)),
          },
          { label: privacy.allowance, value: privacy.allowanceKept },
          { label: privacy.log, value: privacy.logKept },
        ],
      },
      { fields: [], lines: [privacy.sealed, privacy.service, privacy.forget] },
    ],
    private: true,
  });
}
