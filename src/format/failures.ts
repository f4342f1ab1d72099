import type { PauseReason } from '../checks/usage.ts';
import type { ReplyParts } from '../core/reply.ts';
import {
  type FailureReason,
  failureKindOf,
  type ListedCode,
  textCodeOf,
} from '../provider/errors.ts';
import { sentences } from './reply/compose.ts';
import type { View } from './reply/view.ts';
import { inAbout, longDate } from './times.ts';
import type { Say } from './words/say.ts';

/**
 * Reasons with one text for everybody: the service does not answer. Only admins read which of them
 * it was.
 */
const UNANSWERED = [
  'unreachable',
  'failing',
  'timeout',
  'reset',
  'server-error',
  'unreadable',
  'unknown-error',
  'unexpected',
] as const satisfies readonly ListedCode[];

type Unanswered = (typeof UNANSWERED)[number];

function isUnanswered(code: ListedCode): code is Unanswered {
  return UNANSWERED.some((unanswered) => unanswered === code);
}

/** Whether the key has expired: its last day is known only then. */
function hasExpired(reason: FailureReason): reason is FailureReason & { readonly lastDay: string } {
  return reason.lastDay !== undefined;
}

/** Why there is no answer, in a few words. */
export function failureTitle(say: Say, reason: FailureReason): string {
  if (hasExpired(reason)) return say('failure.expired.title');
  const listed = textCodeOf(reason.code);
  return isUnanswered(listed) ? say('failure.unanswered') : say(`failureCodes.${listed}.title`);
}

/** More about it, in a sentence; undefined if the title says it all. */
export function failureSummary(say: Say, reason: FailureReason): string | undefined {
  if (hasExpired(reason)) {
    return say('failure.expired.summary', { date: longDate(say, reason.lastDay) });
  }
  if (failureKindOf(reason.code) === 'quota') return say('failure.usedUp');
  const listed = textCodeOf(reason.code);
  return isUnanswered(listed) ? undefined : say.find(`failureCodes.${listed}.summary`);
}

/** What happened exactly, or what to do: for admins. Undefined if there is nothing to add. */
export function failureForAdmins(say: Say, reason: FailureReason): string | undefined {
  if (hasExpired(reason)) return say('failure.expired.admin');
  return say.find(`failureCodes.${textCodeOf(reason.code)}.admin`);
}

/** That nothing is sent, why, what to do, and when the bot tries again: for admins. */
export function pausedParts(
  { say, now }: View,
  { retryAt, ...reason }: PauseReason,
): Pick<ReplyParts, 'tone' | 'title' | 'summary'> {
  return {
    tone: 'bad',
    title: failureTitle(say, reason),
    summary: sentences(
      failureSummary(say, reason),
      failureForAdmins(say, reason),
      say('alerts.opened'),
      say('failure.looksAgain', { when: inAbout(say, retryAt - now) }),
    ),
  };
}
