import type { ReplyParts } from '../../../core/reply/reply.ts';
import { msUntilMidnight } from '../../../core/time/days.ts';
import type { ListEntry } from '../../../lists/list.ts';
import { type EntryOutcome, isTooOld, mayBePaid } from '../../../lists/outcome.ts';
import type { ReplyContext } from '../../format.ts';
import { sandboxNote, sentences } from '../../reply/compose.ts';
import {
  failureAdvice,
  failureSummary,
  failureTitle,
  messageField,
} from '../../reply/failure-texts.ts';
import { shownServiceText } from '../../reply/masked.ts';
import type { Say } from '../../texts/say.ts';
import { roughTimeFromNow } from '../../texts/times.ts';
import { probableName } from '../phone/phone-name.ts';
import { imeiWarnings, numbersSection } from '../phone/phone-parts.ts';

/** The parts of a reply to a check without an answer: why, whether it may cost, what to do. */
export function unansweredParts(
  context: ReplyContext,
  { number, tacEntry, outcome }: ListEntry,
): ReplyParts {
  const messages = outcome?.kind === 'failed' ? messageField(context, outcome.failure) : [];
  const fields = messages.map((field) => ({
    ...field,
    value: shownServiceText(context, number.imei, field.value),
  }));
  const probably = tacEntry && probableName(context, tacEntry);
  return {
    tone: outcome?.kind === 'failed' ? 'bad' : 'warning',
    title: reasonText(context.say, outcome),
    summary: summaryOf(context, outcome),
    sections: [
      numbersSection(context, [number], probably, imeiWarnings(context, number)),
      ...(fields.length > 0 ? [{ fields }] : []),
    ],
    note: sandboxNote(context),
  };
}

/** The reason why there is no answer, in a few words. */
export function reasonText(say: Say, outcome: EntryOutcome | undefined): string {
  switch (outcome?.kind) {
    case 'failed':
      return failureTitle(say, outcome.failure);
    case 'refused':
      return say(`checkRefused.${outcome.why}.title`);
    case 'broke':
      return say('notices.unexpected.title');
    case 'unsaved':
      return say('unsaved.title');
    case 'later':
      return say('files.results.later');
    default:
      return say(`${stopKeyOf(outcome)}.title`);
  }
}

/** The limit that refused the check, and when there are new checks; undefined if none did. */
export function refusalText(
  { say, now }: ReplyContext,
  outcome: EntryOutcome | undefined,
): string | undefined {
  if (outcome?.kind !== 'refused') return undefined;
  const when = roughTimeFromNow(say, msUntilMidnight(now));
  return say(`checkRefused.${outcome.why}.summary`, { limit: outcome.limit, when });
}

function summaryOf(context: ReplyContext, outcome: EntryOutcome | undefined): string | undefined {
  const { say } = context;
  const isMaybePaid = mayBePaid(outcome);
  const paid = say(isMaybePaid ? 'failure.maybePaid' : 'failure.notPaid');
  switch (outcome?.kind) {
    case 'failed': {
      const { failure } = outcome;
      return sentences(failureSummary(say, failure), paid, failureAdvice(context, failure));
    }
    case 'refused':
      return refusalText(context, outcome);
    case 'broke':
      return sentences(paid, say('notices.unexpected.summary'));
    case 'unsaved':
      return say('unsaved.summary');
    default:
      return sentences(say(`${stopKeyOf(outcome)}.summary`), isMaybePaid ? paid : undefined);
  }
}

function stopKeyOf(outcome: EntryOutcome | undefined): 'stopped' | 'notices.tooOld' {
  return isTooOld(outcome) ? 'notices.tooOld' : 'stopped';
}
