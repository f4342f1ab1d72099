import type { Field, Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/find/findings.ts';
import { type ServiceFailure, wordsOf } from '../../provider/errors.ts';
import { compose, sentences } from '../reply/compose.ts';
import { oneLine } from '../reply/one-line.ts';
import { shownText, type View } from '../reply/view.ts';
import { inAbout } from '../times.ts';
import type { Say } from '../words/say.ts';
import { imeiField, tableField } from './device.ts';
import type { Outcome, Refusal, TacName } from './outcome.ts';
import { sandboxNote } from './provenance.ts';
import { stoppedReply, unsavedReply } from './stopped.ts';
import { imeiWarnings } from './warnings.ts';

interface Asked {
  readonly found: FoundImei;
  readonly tableName: TacName | undefined;
}

/** The reply to a check that ended without an answer. */
export function unansweredReply(
  view: View,
  asked: Asked,
  outcome: Exclude<Outcome, { readonly kind: 'answered' }>,
): Reply {
  if (outcome.kind === 'failed') return failureReply(view, asked, outcome.failure);
  if (outcome.kind === 'refused') return refusalOfCheck(view, asked, outcome.refusal);
  return outcome.kind === 'unsaved' ? unsavedReply(view, asked) : stoppedReply(view, asked);
}

/** The reply if the service gave no answer: why, whether the check was paid for, what to do, and the open table's name. */
function failureReply(view: View, { found, tableName }: Asked, failure: ServiceFailure): Reply {
  return compose({
    tone: 'bad',
    title: view.say(`failures.${wordsOf(failure.code)}.title`),
    summary: sentences(
      view.say(`failures.${wordsOf(failure.code)}.summary`),
      failure.paid === 'maybe' ? view.say('failure.maybePaid') : view.say('failure.notPaid'),
      failureAdvice(view, failure),
    ),
    sections: [
      {
        fields: [
          ...tableField(view, tableName),
          imeiField(view, found.imei),
          ...saidField(view, failure).map((field) => ({
            ...field,
            value: shownText(view, found.imei, field.value),
          })),
        ],
        ...linesOf(imeiWarnings(view, found)),
      },
    ],
    note: sandboxNote(view),
  });
}

/** The reply if the bot refused to spend a check. */
function refusalOfCheck(view: View, { found, tableName }: Asked, refusal: Refusal): Reply {
  const { say } = view;
  return compose({
    tone: 'warning',
    title: say(`refused.${refusal.why}.title`),
    summary: refusalLead(say, refusal),
    sections: [
      {
        fields: [...tableField(view, tableName), imeiField(view, found.imei)],
        ...linesOf(imeiWarnings(view, found)),
      },
    ],
    note: sandboxNote(view),
  });
}

function refusalLead(say: Say, { why, limit }: Refusal): string {
  return why === 'allowance' || why === 'reserve'
    ? say(`refused.${why}.summary`, { limit })
    : say(`refused.${why}.summary`);
}

/** When to try again and who can fix it; for failures of either call of the service. */
export function failureAdvice(view: View, failure: ServiceFailure): string | undefined {
  return sentences(whenAgain(view, failure), whoMends(view, failure));
}

/** For admins: the message of the service itself. Empty for everybody else. */
export function saidField(view: View, { said = '' }: ServiceFailure): readonly Field[] {
  const value = oneLine(said);
  return view.admin && value !== '' ? [{ label: view.say('failure.said'), value }] : [];
}

function whenAgain({ say, now }: View, { retry, retryAt }: ServiceFailure): string | undefined {
  if (retry === 'never') return undefined;
  if (retryAt === undefined) return say('failure.laterAgain');
  return say('failure.looksAgain', { when: inAbout(say, retryAt - now) });
}

/** What an admin can do about a failure, or a request to tell the operator. undefined if no action is needed. */
export function whoMends({ say, admin }: View, { code, mend }: ServiceFailure): string | undefined {
  if (admin) return say.find(`failures.${wordsOf(code)}.admin`);
  return mend === 'operator' ? say('failure.tellOperator') : undefined;
}

function linesOf(line: string | undefined): { lines?: readonly string[] } {
  return line === undefined ? {} : { lines: [line] };
}
