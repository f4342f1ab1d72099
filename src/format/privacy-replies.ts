import { type Reply, reply } from '../core/reply/reply.ts';
import type { ReplyContext } from './format.ts';
import { fieldsOf } from './reply/compose.ts';
import { andList } from './texts/phrases.ts';
import { exactDuration } from './texts/times.ts';

/** Time for which each kind of data is stored, in milliseconds. */
export interface Retention {
  /** Answers of found devices. */
  readonly answersMs: number;
  /** Answers "not found". */
  readonly notFoundMs: number;
  /** Finished requests. */
  readonly requestsMs: number;
  /** Effects of the buttons of replies. */
  readonly buttonsMs: number;
  /** Recent checks of each person; undefined if none are stored. */
  readonly historyMs: number | undefined;
}

/** The reply to `/forget`: how much was deleted. */
export function forgottenReply(
  { say }: ReplyContext,
  { checks, requests }: { readonly checks: number; readonly requests: number },
): Reply {
  const forgotten = [
    ...(checks > 0 ? [say('forget.checks', { count: checks })] : []),
    ...(requests > 0 ? [say('forget.requests', { count: requests })] : []),
  ];
  return reply({
    tone: 'good',
    title: say('forget.title'),
    summary:
      forgotten.length === 0
        ? say('forget.nothing')
        : say('forget.removed', { what: andList(say, forgotten) }),
    note: say('forget.note'),
    isPrivate: true,
  });
}

/** The reply to `/privacy`: which data is stored, and for how long. */
export function privacyReply({ say }: ReplyContext, retention: Retention): Reply {
  const span = (ms: number): string => exactDuration(say, ms);
  const { answersMs, notFoundMs, requestsMs, buttonsMs, historyMs } = retention;
  const times = { found: span(answersMs), notFound: span(notFoundMs) };
  const history =
    historyMs === undefined
      ? say('privacy.historyOff')
      : say('privacy.historyKept', { time: span(historyMs) });
  const fields = fieldsOf([
    [say('privacy.answers'), say('privacy.answersKept', times)],
    [say('privacy.requests'), say('privacy.requestsKept', { most: span(requestsMs) })],
    [say('privacy.buttons'), say('privacy.buttonsKept', { time: span(buttonsMs) })],
    [say('privacy.history'), history],
    [say('privacy.allowance'), say('privacy.allowanceKept')],
    [say('privacy.log'), say('privacy.logKept')],
  ]);
  const lines = [say('privacy.sealed'), say('privacy.service'), say('privacy.forget')];
  return reply({
    tone: 'neutral',
    title: say('privacy.title'),
    summary: say('privacy.summary'),
    sections: [{ fields }, { fields: [], lines }],
    isPrivate: true,
  });
}
