import type { Pause } from '../../checks/usage.ts';
import type { Field, ReplyParts } from '../../core/reply/reply.ts';
import {
  type FailureReason,
  failureKindOf,
  type ListedCode,
  type ServiceFailure,
  textCodeOf,
} from '../../provider/service-failure.ts';
import type { ReplyContext } from '../format.ts';
import type { Say } from '../texts/say.ts';
import { longDate, roughTimeFromNow } from '../texts/times.ts';
import { sentences } from './compose.ts';
import { oneLine } from './one-line.ts';

/*
 * What replies say about a failure, by its code. Of a key that has expired:
 *
 *     failureTitle        in a few words: the key has expired
 *     failureSummary      more about it: on which day
 *     failureForAdmins    only for admins: what to do
 *     failureAdvice       when the bot tries again, and who can fix it
 */

/** Codes with the same text for everybody: the service does not answer. Only admins read more. */
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

/** Whether the key has expired: only then the reason has the last day of the key. */
function hasExpired(reason: FailureReason): reason is FailureReason & { readonly lastDay: string } {
  return reason.lastDay !== undefined;
}

/** The reason why there is no answer, in a few words. */
export function failureTitle(say: Say, reason: FailureReason): string {
  if (hasExpired(reason)) return say('failure.expired.title');
  const listed = textCodeOf(reason.code);
  return isUnanswered(listed) ? say('failure.unanswered') : say(`failureCodes.${listed}.title`);
}

/** More about the failure, in a sentence; undefined if there is nothing to add to the title. */
export function failureSummary(say: Say, reason: FailureReason): string | undefined {
  if (hasExpired(reason)) {
    return say('failure.expired.summary', { date: longDate(say, reason.lastDay) });
  }
  if (failureKindOf(reason.code) === 'quota') return say('failure.usedUp');
  const listed = textCodeOf(reason.code);
  return isUnanswered(listed) ? undefined : say.find(`failureCodes.${listed}.summary`);
}

/** For admins: what exactly happened, or what to do. Undefined if there is nothing to add. */
export function failureForAdmins(say: Say, reason: FailureReason): string | undefined {
  if (hasExpired(reason)) return say('failure.expired.admin');
  return say.find(`failureCodes.${textCodeOf(reason.code)}.admin`);
}

/** Advice when to try again, and who can fix the failure of a check or of the key status. */
export function failureAdvice(context: ReplyContext, failure: ServiceFailure): string | undefined {
  const { say, now } = context;
  const { kind, retryAt } = failure;
  const looksAgain =
    retryAt === undefined
      ? undefined
      : say('failure.looksAgain', { when: roughTimeFromNow(say, retryAt - now) });
  // A service that refuses will still refuse in a few minutes.
  const laterAgain = kind === 'unsent' ? say('failure.laterAgain') : undefined;
  return sentences(looksAgain ?? laterAgain, whatToDo(context, failure));
}

/**
 * Advice for an admin about a failure; for other people, that they should inform the operator.
 * Undefined if nobody has to do anything.
 */
export function whatToDo(
  { say, isAdmin }: ReplyContext,
  failure: ServiceFailure,
): string | undefined {
  if (isAdmin) return failureForAdmins(say, failure);
  return failure.isForOperator ? say('failure.tellOperator') : undefined;
}

/** For admins: the message that the service sent with the failure. Empty for everybody else. */
export function messageField(
  context: ReplyContext,
  { serviceMessage = '' }: ServiceFailure,
): readonly Field[] {
  const value = oneLine(serviceMessage);
  return context.isAdmin && value !== ''
    ? [{ label: context.say('failure.serviceMessage'), value }]
    : [];
}

/** For admins: why no check is sent, what to do, and when the bot tries again. */
export function pausedParts(
  { say, now }: ReplyContext,
  { retryAt, ...reason }: Pause,
): Pick<ReplyParts, 'tone' | 'title' | 'summary'> {
  return {
    tone: 'bad',
    title: failureTitle(say, reason),
    summary: sentences(
      failureSummary(say, reason),
      failureForAdmins(say, reason),
      say('alerts.opened'),
      say('failure.looksAgain', { when: roughTimeFromNow(say, retryAt - now) }),
    ),
  };
}
