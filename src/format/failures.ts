import type { PauseReason } from '../checks/usage.ts';
import type { Field, ReplyParts } from '../core/reply.ts';
import {
  type FailureReason,
  failureKindOf,
  type ListedCode,
  type ServiceFailure,
  textCodeOf,
} from '../provider/errors.ts';
import { sentences } from './reply/compose.ts';
import { oneLine } from './reply/one-line.ts';
import type { View } from './reply/view.ts';
import type { Say } from './texts/say.ts';
import { inAbout, longDate } from './times.ts';

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

/** When to try again and who can fix it, for a failure of either call. */
export function failureAdvice(view: View, failure: ServiceFailure): string | undefined {
  const { say, now } = view;
  const { kind, retryAt } = failure;
  const looksAgain =
    retryAt === undefined
      ? undefined
      : say('failure.looksAgain', { when: inAbout(say, retryAt - now) });
  // What a limit or an account refuses is the same in a few minutes.
  const laterAgain = kind === 'unsent' ? say('failure.laterAgain') : undefined;
  return sentences(looksAgain ?? laterAgain, whatToDo(view, failure));
}

/**
 * What an admin can do about a failure, or a request to tell the operator. undefined if no action
 * is needed.
 */
export function whatToDo({ say, isAdmin }: View, failure: ServiceFailure): string | undefined {
  if (isAdmin) return failureForAdmins(say, failure);
  return failure.isForOperator ? say('failure.tellOperator') : undefined;
}

/** For admins: the message of the service itself. Empty for everybody else. */
export function messageField(
  view: View,
  { serviceMessage = '' }: ServiceFailure,
): readonly Field[] {
  const value = oneLine(serviceMessage);
  return view.isAdmin && value !== '' ? [{ label: view.say('failure.serviceMessage'), value }] : [];
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
