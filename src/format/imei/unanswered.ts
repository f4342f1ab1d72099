import { msUntilMidnight } from '../../core/days.ts';
import type { Field, ReplyParts } from '../../core/reply.ts';
import type { ServiceFailure } from '../../provider/errors.ts';
import { failureForAdmins, failureSummary } from '../failures.ts';
import { sentences } from '../reply/compose.ts';
import { oneLine, shownText, type View } from '../reply/view.ts';
import { inAbout } from '../times.ts';
import { imeiWarnings, numbersSection, probableName, sandboxNote } from './device.ts';
import { type CheckOutcome, type ListEntry, reasonText } from './outcome.ts';

/** The reply to a check without an answer: why, whether it was paid for, and what to do. */
export function unansweredParts(view: View, { number, tableName, outcome }: ListEntry): ReplyParts {
  const messages = outcome?.kind === 'failed' ? messageField(view, outcome.failure) : [];
  const fields = messages.map((field) => ({
    ...field,
    value: shownText(view, number.imei, field.value),
  }));
  const probably = tableName && probableName(view, tableName);
  return {
    tone: outcome?.kind === 'failed' ? 'bad' : 'warning',
    title: reasonText(view.say, outcome),
    summary: summaryOf(view, outcome),
    sections: [
      numbersSection(view, [number], probably, imeiWarnings(view, number)),
      ...(fields.length > 0 ? [{ fields }] : []),
    ],
    note: sandboxNote(view),
  };
}

/** Which limit was reached, and when there will be new checks; undefined for other outcomes. */
export function refusalText(
  { say, now }: View,
  outcome: CheckOutcome | undefined,
): string | undefined {
  if (outcome?.kind !== 'refused') return undefined;
  const when = inAbout(say, msUntilMidnight(now));
  return say(`checkRefused.${outcome.why}.summary`, { limit: outcome.limit, when });
}

function summaryOf(view: View, outcome: CheckOutcome | undefined): string | undefined {
  const { say } = view;
  if (outcome?.kind === 'refused') return refusalText(view, outcome);
  if (outcome?.kind === 'stopped') {
    return sentences(say('stopped.summary'), outcome.isSent ? say('failure.maybePaid') : undefined);
  }
  if (outcome?.kind !== 'failed') {
    return say(outcome?.kind === 'unsaved' ? 'unsaved.summary' : 'stopped.summary');
  }
  const { failure } = outcome;
  const paid = say(failure.mayBePaid ? 'failure.maybePaid' : 'failure.notPaid');
  return sentences(failureSummary(say, failure), paid, failureAdvice(view, failure));
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
  return sentences(looksAgain ?? laterAgain, adviceFor(view, failure));
}

/**
 * What an admin can do about a failure, or a request to tell the operator. undefined if no action
 * is needed.
 */
export function adviceFor({ say, isAdmin }: View, failure: ServiceFailure): string | undefined {
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
